import { stripVTControlCharacters } from 'node:util'
import Builder from 'fast-xml-builder'
import { showDifference } from './difference.ts'
import { type CaseReport, casesOf, type Report } from './report.ts'

/** A report as CI systems read it: JUnit XML, one case an entry or a recorded session. */
export function asJunit(report: Report): string {
  const cases = casesOf(report)
  const failures = cases.filter(({ ok }) => !ok).length
  const skipped = cases.filter((one) => one.skipped !== undefined).length
  const counts = { '@name': 'ninehole', '@tests': cases.length, '@failures': failures, '@errors': 0 }
  const builder = new Builder({
    format: true,
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    suppressEmptyNode: true,
  })
  const time = seconds(cases.reduce((sum, one) => sum + millisecondsOf(one), 0))
  return builder.build({
    '?xml': { '@version': '1.0', '@encoding': 'UTF-8' },
    testsuites: {
      ...counts,
      '@time': time,
      testsuite: { ...counts, '@skipped': skipped, '@time': time, testcase: cases.map(testcase) },
    },
  })
}

function testcase(one: CaseReport) {
  const { path, ok, skipped, verdict, failure } = one
  const { input } = one as { input?: string }
  const message = failure?.difference.sentence ?? ''
  return {
    '@name': input === undefined ? path : `${path} (${input})`,
    '@classname': path.split('/').slice(0, -1).join('.'),
    '@file': path,
    '@time': seconds(millisecondsOf(one)),
    ...(skipped === undefined ? {} : { skipped: { '@message': clean(skipped) } }),
    ...(ok ? {} : { failure: { '@message': clean(message), '@type': verdict ?? '', '#text': clean(details(one)) } }),
  }
}

function details({ failure }: CaseReport): string {
  return failure === null ? '' : showDifference(failure.difference, 80)
}

function millisecondsOf(one: CaseReport): number {
  const { milliseconds, suites } = one as { milliseconds?: number; suites?: { milliseconds: number }[] }
  return milliseconds ?? suites?.reduce((sum, suite) => sum + suite.milliseconds, 0) ?? 0
}

const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(3)

/** XML has no way to say most control characters, nor what colours a terminal. */
const clean = (text: string) =>
  stripVTControlCharacters(text).replace(/[^\t\n\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
