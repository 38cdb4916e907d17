import { describe, expect, it } from 'vitest'
import type { Program } from '../../../src/connect/agent-settings.ts'
import { MAIN } from '../../cli/command-line.ts'
import { settingsOf } from '../loaded.ts'
import { places } from '../places.ts'

// Claude Code 2.1.76 and older ones read nothing of a settings.json that names an event which they do not know.

describe('an event that came with a later version of Claude Code', () => {
  const engine = settingsOf('claude-code')
  const program = (engineVersion?: string): Program => ({
    node: '/usr/bin/node',
    main: MAIN,
    platform: 'linux',
    engineVersion,
  })
  const eventsOf = (text = '{}') => Object.keys((JSON.parse(text) as { hooks?: object }).hooks ?? {})
  const connected = (version: string | undefined, settings?: string) =>
    engine.connect({ settings }, program(version), places().user).settings

  it.each([
    ['2.1.330', true],
    ['2.1.78', true],
    ['2.1.76', false],
    ['1.0.60', false],
    [undefined, false],
  ])('is listened to in %s: %s', (version, listens) => {
    const settings = connected(version)
    expect(eventsOf(settings).includes('StopFailure')).toBe(listens)
    expect(eventsOf(settings)).toEqual(expect.arrayContaining(['UserPromptSubmit', 'Stop', 'SessionEnd']))
    expect(connected(version, settings)).toBe(settings)
    expect(engine.look({ settings }, program(), places().user).state).toBe('current')
    expect(eventsOf(engine.disconnect({ settings }, {}, places().user).settings)).toEqual([])
  })

  it('comes and goes with the version when the agent is connected again', () => {
    const older = connected('2.1.40')
    const newer = connected('2.1.330', older)
    expect(eventsOf(newer)).toContain('StopFailure')
    expect(connected('2.1.40', newer)).toBe(older)
  })
})
