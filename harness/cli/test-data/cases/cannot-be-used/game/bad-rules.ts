import { game } from './without-rules.ts'

export default { ...game, rules: [{ id: 3 }] }
