import { sql, type RawBuilder } from 'kysely'
import type { Applying } from './content.sql.js'
import { finalLabel, renamed } from '../plan/annotations.sql.js'
import { measureColumns } from '../stage/staging.sql.js'
import { live, target } from '../plan/rule.sql.js'

const part = ({ lines }: Applying): RawBuilder<unknown> =>
  lines === null ? sql`true` : sql`l.line = any(${lines}::int[])`
const finalId = sql`coalesce(l.new_id, l.id)::uuid`
const created = ({ now }: Applying) => sql`coalesce(l.created_at, ${now}), coalesce(l.updated_at, l.created_at, ${now})`

export async function applySummaries(a: Applying): Promise<void> {
  await sql`insert into video_summaries (id, video_id, persona_id, summary, visual_analysis, audio_transcript, key_frames, confidence, transcript_json,
      audio_language, speaker_count, audio_model_used, visual_model_used, fusion_strategy, processing_time_audio, processing_time_visual,
      processing_time_fusion, processed_at_audio, processed_at_visual, processed_at_fusion, claims_version, claims_extracted_at, comment, created_by,
      created_at, updated_at)
    select ${finalId}, l.video_id, t.final_id, r.summary, r."visualAnalysis", r."audioTranscript", r."keyFrames", r.confidence, r."transcriptJson",
      r."audioLanguage", r."speakerCount", r."audioModelUsed", r."visualModelUsed", r."fusionStrategy", r."processingTimeAudio", r."processingTimeVisual",
      r."processingTimeFusion", r."processedAtAudio", r."processedAtVisual", r."processedAtFusion", r."claimsVersion", r."claimsExtractedAt", r.comment,
      ${a.userId}, ${created(a)}
      from ${live('summary')} l join import_bodies b on b.line = l.line ${target('persona', 't', 'l.persona_id')}
      cross join lateral json_to_record(b.body) as r(summary json, "visualAnalysis" text, "audioTranscript" text, "keyFrames" json, confidence float8,
        "transcriptJson" json, "audioLanguage" text, "speakerCount" float8, "audioModelUsed" text, "visualModelUsed" text, "fusionStrategy" text,
        "processingTimeAudio" float8, "processingTimeVisual" float8, "processingTimeFusion" float8, "processedAtAudio" timestamptz,
        "processedAtVisual" timestamptz, "processedAtFusion" timestamptz, "claimsVersion" text, "claimsExtractedAt" timestamptz, comment text)
     where ${part(a)}`.execute(a.db)
}

/** Parents before children, so that an import by parts finds them. */
export async function applyClaims(a: Applying): Promise<void> {
  await sql`insert into claims (id, summary_id, summary_type, text, gloss, parent_claim_id, text_spans, claimer_type, claimer_gloss, claim_relation,
      claim_event_id, claim_time_id, claim_location_id, confidence, model_used, extraction_strategy, audio, video, metadata, comment, created_by,
      created_at, updated_at)
    select ${finalId}, t.final_id, coalesce(r."summaryType", 'video'), r.text, coalesce(r.gloss, '[]'), coalesce(p.new_id, l.source_id)::uuid, r."textSpans",
      r."claimerType", r."claimerGloss", r."claimRelation", r."claimEventId", r."claimTimeId", r."claimLocationId", r.confidence, r."modelUsed",
      r."extractionStrategy", r.audio, r.video, r.metadata, r.comment, ${a.userId}, ${created(a)}
      from ${live('claim')} l join import_bodies b on b.line = l.line ${target('summary', 't', 'l.summary_id')}
      left join import_lines p on p.kind = 'claim' and p.id = l.source_id and p.state = 'import'
      cross join lateral json_to_record(b.body) as r("summaryType" text, text text, gloss json, "textSpans" json, "claimerType" text, "claimerGloss" json,
        "claimRelation" json, "claimEventId" text, "claimTimeId" text, "claimLocationId" text, confidence float8, "modelUsed" text,
        "extractionStrategy" text, audio json, video json, metadata json, comment text)
     where ${part(a)} order by l.depth, l.line`.execute(a.db)
}

export async function applyClaimRelations(a: Applying): Promise<void> {
  await sql`insert into claim_relations (id, source_claim_id, target_claim_id, relation_type_id, source_spans, target_spans, confidence, notes, created_by,
      created_at, updated_at)
    select ${finalId}, s.final_id, t.final_id, r."relationTypeId", r."sourceSpans", r."targetSpans", r.confidence, r.notes, ${a.userId}, ${created(a)}
      from ${live('claim_relation')} l join import_bodies b on b.line = l.line
      ${target('claim', 's', 'l.source_id')} ${target('claim', 't', 'l.target_id')}
      cross join lateral json_to_record(b.body) as r("relationTypeId" text, "sourceSpans" json, "targetSpans" json, confidence float8, notes text)
     where ${part(a)}`.execute(a.db)
}

/** The track id is generated from the sequence. */
const measures = [...measureColumns.map(([column]) => column).filter((one) => one !== 'track_id'), 'frames_size']

export async function applyAnnotations(a: Applying): Promise<void> {
  const columns = sql.join(measures.map((name) => sql.ref(name)))
  const values = sql.join(measures.map((name) => sql.ref(`l.${name}`)))
  const updated = sql.join(measures.map((name) => sql`${sql.ref(name)} = ${sql.ref(`l.${name}`)}`))
  const lines = sql`${live('annotation')} l join import_bodies b on b.line = l.line
    left join import_targets t on t.kind = 'persona' and t.id = l.persona_id ${renamed}`
  const { rows } = await sql<{
    act: string
  }>`select distinct act from import_lines where kind = 'annotation' and state = 'import'`.execute(a.db)
  const acts = new Set(rows.map((row) => row.act))
  if (acts.has('insert'))
    await sql`insert into annotations (id, video_id, persona_id, created_by_user_id, type, label, link_type, frames, confidence, source, ${columns},
      sequence_problems, created_at, updated_at)
    select ${finalId}, l.video_id, t.final_id, ${a.userId}, l.type, ${finalLabel}, l.link_type, b.body, l.confidence, l.source, ${values}, l.problems, ${created(a)}
      from ${lines} where l.act = 'insert' and ${part(a)}`.execute(a.db)
  if (acts.has('replace'))
    await sql`update annotations x set video_id = l.video_id, persona_id = t.final_id, type = l.type, label = ${finalLabel}, link_type = l.link_type,
      frames = b.body, confidence = l.confidence, source = l.source, sequence_problems = l.problems, version = x.version + 1,
      created_at = coalesce(l.created_at, x.created_at), updated_at = coalesce(l.updated_at, ${a.now}), ${updated}
    from ${lines} where x.id = l.uid and l.act = 'replace' and ${part(a)}`.execute(a.db)
  // Several lines may have gone into one stored annotation; the last of them has it all.
  if (acts.has('frames'))
    await sql`update annotations x set frames = b.body, sequence_problems = l.problems, version = x.version + 1, updated_at = ${a.now}, ${updated}
    from ${lines} where x.id = l.existing_id::uuid and l.act = 'frames' and ${part(a)}
     and not exists (select from import_lines y where y.kind = 'annotation' and y.act = 'frames' and y.state = 'import' and y.existing_id = l.existing_id and y.line > l.line)`.execute(
      a.db,
    )
}
