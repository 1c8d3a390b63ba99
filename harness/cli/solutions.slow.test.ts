import { entries } from './vitest.ts'

entries('solutions', { sandbox: 'off' })
