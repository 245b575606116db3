import type { Statement } from '../../database/rows/conditions.js'
import { annotationsOf, selectAnnotationLines } from './annotations.sql.js'
import {
  selectClaimLines,
  selectClaimRelationLines,
  selectCorrespondenceLines,
  selectHasOlderChild,
  selectPersonaLines,
  selectSummaryLines,
} from './content.sql.js'
import type { ExportRows } from './export-rows.sql.js'
import { selectWorldLines } from './world.sql.js'

/** The statements that print the lines of an export of everything, for other modules that print some of them. */
export const lineStatements = {
  persona: selectPersonaLines,
  type_correspondence: selectCorrespondenceLines,
  object: selectWorldLines,
  summary: selectSummaryLines,
  claim: selectClaimLines,
  claim_relation: selectClaimRelationLines,
  annotation: (rows: ExportRows): Statement =>
    selectAnnotationLines(annotationsOf(rows, []), { ...rows, typed: true, boxes: 'stored' }),
}

/**
 * The statement that returns whether a claim of the export is older than its parent, which changes the order of claims.
 */
export const olderChildOf = selectHasOlderChild
