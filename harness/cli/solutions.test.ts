import { entries } from './vitest.ts'

entries('solutions')
