// @module-tag slow

import { transcripts } from './vitest.ts'

transcripts('fixtures')
