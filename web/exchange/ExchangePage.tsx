import { Grid } from '@mantine/core'
import { useState } from 'react'
import { Empty } from '../app/Empty.js'
import { PagedTable } from '../app/DataTable.js'
import { Page } from '../app/Page.js'
import { Section } from '../app/Section.js'
import { ImportsDoneDocument } from '../generated/graphql.js'
import { usePages } from '../lib/pages.js'
import { texts } from '../texts.js'
import { ExportPanel } from './ExportPanel.js'
import { ImportPanel } from './ImportPanel.js'
import { PreparedExports } from './PreparedExports.js'

/** Export to files, import from files, exports that the server has prepared, and previous imports. */
export function ExchangePage() {
  const words = texts.exchange
  const [refusal, setRefusal] = useState<Error>()
  return (
    <Page title={words.title}>
      <Grid>
        <Grid.Col span={{ base: 12, lg: 5 }}>
          <Section title={words.export.title}>
            <ExportPanel refusal={refusal} onRefusal={setRefusal} />
          </Section>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 7 }}>
          <Section title={words.import.title}>
            <ImportPanel />
          </Section>
        </Grid.Col>
        <Grid.Col span={12}>
          <Section title={words.prepared.title}>
            <PreparedExports onDeleted={() => setRefusal(undefined)} />
          </Section>
        </Grid.Col>
        <Grid.Col span={12}>
          <Section title={words.history.title}>
            <History />
          </Section>
        </Grid.Col>
      </Grid>
    </Page>
  )
}

function History() {
  const imports = usePages(ImportsDoneDocument, {}, (all) => all.imports, { everyMs: 5000 })
  const words = texts.exchange.history
  return (
    <PagedTable
      label={words.title}
      list={imports}
      empty={<Empty says={words.none} />}
      keyOf={({ id }) => id}
      columns={[
        [words.file, ({ filename }) => filename],
        [words.when, ({ createdAt }) => texts.moment(createdAt)],
        [words.outcome, ({ success }) => (success ? words.done : words.refused)],
        [words.taken, ({ itemsImported }) => itemsImported],
        [words.leftOut, ({ itemsSkipped }) => itemsSkipped],
      ]}
    />
  )
}
