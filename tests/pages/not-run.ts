/** The blocks of the pages that no test runs, by words that only they have, and why. */
export const notRun: readonly { page: string; words: string; because: string }[] = [
  { page: 'CONTRIBUTING.md', words: 'npm run format', because: 'these are the tests and checks themselves' },
  { page: 'README.md', words: 'npm run bench', because: 'these are the tests and benchmarks themselves' },
  {
    page: 'docs/agreement.md',
    words: '"position": "0c2f',
    because: 'abridged; agreement/project-agreement holds the form',
  },
  { page: 'docs/changes.md', words: 'import dlt', because: 'needs dlt, as the page says' },
  { page: 'docs/exchange.md', words: 'parsed ─', because: 'a drawing' },
  { page: 'docs/exchange.md', words: '{"type": …', because: 'the form of a line, which docs/exchange.md describes' },
  { page: 'docs/formats.md', words: '"annotators": {', because: 'shortened; agreement/export holds the form' },
  { page: 'docs/formats.md', words: 'bq load', because: 'needs BigQuery' },
  {
    page: 'docs/graphql.md',
    words: '"plan": [',
    because: 'times and costs of one run; graphql/explained holds the form',
  },
  { page: 'docs/operations.md', words: '[Unit]', because: 'needs systemd' },
  { page: 'docs/operations.md', words: 'kubectl', because: 'needs Kubernetes; helm-chart.test.ts reads the chart' },
  { page: 'docs/operations.md', words: '[pgbouncer]', because: 'needs PgBouncer; tests/cluster/pooler runs behind it' },
  { page: 'docs/perception.md', words: 'docker run', because: 'needs Docker and an image from the network' },
  { page: 'docs/perception.md', words: '"frameNumber": 0', because: 'what a model saw in one frame' },
  {
    page: 'examples/front-end/README.md',
    words: 'npm run dev',
    because: 'needs packages; browser/front-end builds it',
  },
  ...[
    "name: 'POST /api/videos/summaries/generate'",
    "name: 'job video-summarization'",
    "status: 'completed',\ntrace_context",
    '"msg":"job started"',
    'target_info',
    '# UNIT model_service_duration',
  ].map((words) => ({
    page: 'docs/observability.md',
    words,
    because: 'times and ids of one run, abridged; operations/telemetry holds the names',
  })),
]
