import { sql } from 'kysely'
import type { RuleForm, WithAbilities } from '../../access/abilities.js'
import { abilitySlots } from '../../access/ability-slots.js'
import { among } from '../../access/measure.js'
import { visible } from '../../access/rules.js'
import { slot, statement, statementsBy, type StatementTarget } from '../../database/driver/statement.js'
import type { RawRow } from '../../database/driver/wire-client.js'
import { sequenceText } from '../sequences/sequence-text.js'

export interface FrameWanted {
  videoId: string
  /** Counted from 0. */
  frame: number
}

interface OnFrames extends WithAbilities {
  wanted: readonly FrameWanted[]
  /** The maximum number of sequences that are read per frame. */
  limit: number
}

const videoIds = slot<OnFrames>(({ wanted }) => wanted.map(({ videoId }) => videoId))
const frames = slot<OnFrames>(({ wanted }) => wanted.map(({ frame }) => frame))

const onFrames = statementsBy<OnFrames, RuleForm>(String, (form) =>
  statement(
    () => sql`
      select a.at, a.id, ${sequenceText}
        from (
          select w.at, f.*
            from unnest(${videoIds}::text[], ${frames}::float8[]) with ordinality w(video_id, frame, at)
            cross join lateral (
              select a.* from annotations a
               where a.video_id = w.video_id and a.first_frame <= w.frame and a.last_frame >= w.frame
                 and ${among(visible(abilitySlots(form), 'annotation', 'a'))}
               order by a.created_at, a.id limit ${slot<OnFrames>(({ limit }) => limit)}) f
           order by w.at, f.created_at, f.id) a
       order by a.at, a.created_at, a.id`,
  ),
)

/**
 * Reads the sequences that span each of the frames, oldest first. The columns are the position of the frame in `wanted`
 * (counted from 1), the annotation's id and its sequence. The rows count against the budget of the request.
 */
export function selectSequencesOn(on: StatementTarget, input: OnFrames): Promise<RawRow[]> {
  return onFrames(input.abilities.form).bytes(on, input)
}
