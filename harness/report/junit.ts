import { stripVTControlCharacters } from 'node:util'
import Builder from 'fast-xml-builder'
import { showDifference } from './difference.ts'
import { type CaseReport, casesOf, type Report } from './report.ts'

/**
 * A report as CI systems read it: JUnit XML, one case an entry, a recorded session or a fuzzed program. It says all that
 * the schemas demand and nothing that one of them refuses (`junit.xsd`).
 * @param now when it was made
 */
export function asJunit(report: Report, now = new Date()): string {
  const cases = casesOf(report)
  const builder = new Builder({
    format: true,
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    suppressEmptyNode: true,
  })
  return builder.build({
    '?xml': { '@version': '1.0', '@encoding': 'UTF-8' },
    testsuites: {
      testsuite: {
        '@name': 'ninehole',
        '@package': 'ninehole',
        '@id': 0,
        // It may be merged from the reports of several machines.
        '@hostname': 'localhost',
        '@timestamp': now.toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS'.length),
        '@time': seconds(cases.reduce((sum, one) => sum + millisecondsOf(one), 0)),
        '@tests': cases.length,
        '@failures': cases.filter(({ ok, error }) => !ok && error === undefined).length,
        '@errors': cases.filter(({ error }) => error !== undefined).length,
        '@skipped': cases.filter((one) => one.skipped !== undefined).length,
        properties: '',
        testcase: cases.map(testcase),
        'system-out': '',
        'system-err': '',
      },
    },
  })
}

function testcase(one: CaseReport) {
  const { path, ok, skipped, error, verdict, failure } = one
  const { input } = one as { input?: string }
  const message = failure?.difference.sentence ?? ''
  return {
    '@name': clean(input === undefined || input === '' ? path : `${path} (${input})`),
    '@classname': clean(classOf(path)),
    '@time': seconds(millisecondsOf(one)),
    ...(skipped === undefined ? {} : { skipped: { '@message': clean(skipped) } }),
    ...(error === undefined ? {} : { error: { '@message': clean(error), '@type': 'unreadable' } }),
    ...(ok || error !== undefined
      ? {}
      : { failure: { '@message': clean(message), '@type': verdict ?? '', '#text': clean(details(one)) } }),
  }
}

/** The folders of a path, as Java names a package. */
const classOf = (path: string) =>
  path
    .split('/')
    .slice(0, -1)
    .filter((part) => part !== '' && part !== '.')
    .join('.') || 'ninehole'

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
