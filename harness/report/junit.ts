import { stripVTControlCharacters } from 'node:util'
import Builder from 'fast-xml-builder'
import { showFailure } from './difference.ts'
import type { Case, Report } from './report.ts'

/**
 * A report as JUnit XML, for CI systems. It holds all that the schemas in use demand and nothing that one of them refuses
 * (`junit.xsd`).
 * @param now when the report was made
 */
export function asJunit({ cases }: Report, now = new Date()): string {
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
        // The schema demands one name, and the report may be merged from those of several machines.
        '@hostname': 'localhost',
        '@timestamp': now.toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS'.length),
        '@time': seconds(cases.reduce((sum, { milliseconds }) => sum + milliseconds, 0)),
        '@tests': cases.length,
        '@failures': cases.filter(({ ok, error }) => !ok && error === undefined).length,
        '@errors': cases.filter(({ error }) => error !== undefined).length,
        '@skipped': cases.filter(({ skipped }) => skipped !== undefined).length,
        properties: '',
        testcase: cases.map(testcase),
        'system-out': '',
        'system-err': '',
      },
    },
  })
}

function testcase(one: Case) {
  const { path, ok, skipped, error, verdict = '', failure, milliseconds } = one
  const message = failure?.difference.sentence ?? ''
  const details = failure === null ? '' : showFailure(failure, 80)
  return {
    '@name': clean(one.kind === 'fuzz' || one.input === '' ? path : `${path} (${one.input})`),
    '@classname': clean(classOf(path)),
    '@time': seconds(milliseconds),
    ...(skipped === undefined ? {} : { skipped: { '@message': clean(skipped) } }),
    ...(error === undefined ? {} : { error: { '@message': clean(error), '@type': 'unreadable' } }),
    ...(ok || error !== undefined
      ? {}
      : { failure: { '@message': clean(message), '@type': verdict, '#text': clean(details) } }),
  }
}

/** The folders of a path, written as Java writes a package. */
const classOf = (path: string) =>
  path
    .split('/')
    .slice(0, -1)
    .filter((part) => part !== '' && part !== '.')
    .join('.') || 'ninehole'

const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(3)

/** XML cannot express most control characters, nor a terminal's colours. */
const clean = (text: string) =>
  stripVTControlCharacters(text).replace(/[^\t\n\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
