import type { Acts } from '../../acts/act.js'
import { listAct } from '../../acts/list-act.js'
import { named } from '../../http/answers.js'
import { searchHit, searchKinds, searchQuery } from './search.shape.js'
import { listHits, partsOf } from './search.service.js'

export const searchActs: Acts = {
  tag: 'Search',
  acts: [
    listAct({
      says:
        'Searches the claims, summaries, ontology types, entities, events, personas and videos that the caller may ' +
        'read, best match first. Answers 50 hits if there is no `limit`.',
      rest: 'GET /api/search',
      id: 'search',
      query: searchQuery,
      item: named('SearchHit', searchHit),
      onlyParts: true,
      list: (ctx, { query: { q, kinds = [...searchKinds], semantic = false } }) =>
        listHits(ctx, { query: q, kinds, semantic }),
      show: ({ kind, id, rank, snippet }) => ({ kind, id, rank, snippet: partsOf(snippet) }),
      refuses: [502, 503, 504],
    }),
  ],
}
