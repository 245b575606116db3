import { Button } from '@mantine/core'
import { useState } from 'react'
import { ActsMenu } from '../../app/ActsMenu.js'
import { DraftActions } from '../../app/DraftActions.js'
import { IconEye, IconLock } from '../../app/icons.js'
import { IconButton } from '../../app/IconButton.js'
import { Question } from '../../app/Question.js'
import { texts } from '../../texts.js'
import { Shown } from './Shown.js'

const words = texts.states
const nothing = () => undefined

/** Buttons by their weight and state, the menu of the rarer acts, and the question before a deletion. */
export function Acts() {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      {(['filled', 'default', 'subtle'] as const).map((variant) => (
        <Shown key={variant} name={`Button ${variant}`}>
          <Button variant={variant}>{words.save}</Button>
          <Button variant={variant} size="xs">
            {words.save}
          </Button>
          <Button variant={variant} disabled>
            {words.save}
          </Button>
          <Button variant={variant} loading>
            {words.save}
          </Button>
        </Shown>
      ))}
      <Shown name="IconButton">
        <IconButton label={texts.watch.hideTrack} icon={IconEye} onClick={nothing} />
        <IconButton label={texts.watch.lockTrack} icon={IconLock} pressed onClick={nothing} />
        <IconButton label={texts.watch.lockTrack} icon={IconLock} disabled onClick={nothing} />
      </Shown>
      <Shown name="ActsMenu">
        <ActsMenu
          label={words.moreActs('Pedestrian')}
          acts={[
            { label: texts.sharing.share, onClick: nothing },
            { label: texts.history.open, onClick: nothing, disabled: true },
            { label: texts.things.remove, onClick: () => setAsking(true), removes: true },
          ]}
        />
        <ActsMenu label={words.moreActs('Bicycle')} acts={[{ label: texts.history.open, onClick: nothing }]} loading />
      </Shown>
      <Shown name="DraftActions">
        <DraftActions isKept isBusy={false} isWhole onDiscard={nothing} />
        <DraftActions isBusy={false} isWhole={false} isNew onDiscard={nothing} />
      </Shown>
      {isAsking && (
        <Question
          title={texts.things.removeOf('Pedestrian')}
          says={texts.things.removesOne}
          act={texts.things.remove}
          onAct={nothing}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
