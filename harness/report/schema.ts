import { toJsonSchema } from '@valibot/to-json-schema'
import { reportSchema } from './report.ts'

/** The JSON schema of a report, for readers in other languages. The build writes it to dist/report.schema.json. */
export const reportJsonSchema = (): object => ({
  ...toJsonSchema(reportSchema, { errorMode: 'ignore' }),
  title: 'The report of ninehole (--reporter json)',
})
