import { transcripts } from './vitest.ts'

transcripts('fixtures')
