import { Stack } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useEffect, useState, type ComponentProps, type ReactNode } from 'react'
import { DetectPanel } from '../annotations/DetectPanel.js'
import { ObjectList } from '../annotations/ObjectList.js'
import type { ObjectSearch } from '../annotations/object-list.js'
import type { Track } from '../annotations/track.js'
import { Following } from '../annotations/Tracking.js'
import { useLooks } from '../annotations/use-tracks.js'
import { AddressTabs, useOpenTab, type AddressTab } from '../app/AddressTabs.js'
import { Resizable } from '../app/Resizable.js'
import { isRunning } from '../jobs/JobProgress.js'
import { useFoundJobs } from '../jobs/open-job.js'
import { texts } from '../texts.js'
import type { Player } from '../videos/player.js'
import { SelectedTab } from './SelectedTab.js'
import classes from './Watch.module.css'
import type { Watched } from './watched.js'

/** The search parameter of the address that names the open tab of the panel. */
const param = 'panel'
const words = texts.watch

/** Returns how to bring the tab of the selected track forward. */
export function useSelectedTab(): () => void {
  const [, openTab] = useOpenTab(param)
  return () => openTab(null)
}

interface Props extends Omit<Watched, 'picture'> {
  player: Player
  /** The id of the selected track, and the track itself if its window is loaded. */
  id: string | undefined
  track: Track | undefined
  onSelect: (id: string | undefined) => void
  /** Selects a track and brings its tab forward. */
  onChoose: (id: string | undefined) => void
  /** Shown above the tabs. */
  above: ReactNode
  detector: Pick<ComponentProps<typeof DetectPanel>, 'link' | 'personaId' | 'types' | 'size' | 'onFound'>
}

/** The panel beside the picture, whose width can be changed: its tabs, and the progress of tracking above them. */
export function WatchPanel({ above, detector, id, track, onChoose, ...parts }: Props) {
  const { videoId, player, store, index, looks, editor, onSelect } = parts
  const isBeside = useMediaQuery('(min-width: 75em)', undefined, { getInitialValueInEffect: false })
  const [jobs, setJobs] = useState<readonly string[]>([])
  useFoundJobs({ queue: 'OBJECT_TRACKING', videoId }, (ids) => setJobs((others) => [...new Set([...others, ...ids])]))
  const follow = (job: string) => setJobs((others) => [...others.filter(isRunning), job])
  const [search, setSearch] = useState<ObjectSearch>({ text: '', order: 'name' })
  const bringForward = useSelectedTab()
  const isChoosing = useLooks(looks).chosen.size > 0
  useEffect(() => {
    if (isChoosing) bringForward()
  }, [isChoosing])
  const tabs: AddressTab[] = [
    {
      name: 'selected',
      label: words.selectedTab,
      show: () => (
        <Stack gap="sm">
          <SelectedTab {...parts} {...{ id, track }} onSelect={onChoose} onFollow={follow} />
        </Stack>
      ),
    },
    {
      name: 'objects',
      label: texts.objects.title,
      show: () => <ObjectList {...parts} {...{ search, onSearch: setSearch }} selected={id} />,
    },
    {
      ...{ name: 'detect', label: words.detectTab, isKept: true },
      show: () => <DetectPanel {...{ player, store, index, editor }} {...detector} />,
    },
  ]
  return (
    <Resizable
      {...{ name: 'watch.panel', edge: 'left', label: words.panelWidth, initial: 360, least: 300, rest: 560 }}
      isOn={isBeside}
      className={classes.panel!}
    >
      {above}
      {jobs.map((job) => (
        <Following
          key={job}
          {...{ player, store, index, editor, job, onSelect }}
          onAgain={(again) => setJobs((all) => all.map((other) => (other === job ? again : other)))}
        />
      ))}
      <div className={classes.tabs}>
        <AddressTabs fills param={param} tabs={tabs} />
      </div>
    </Resizable>
  )
}
