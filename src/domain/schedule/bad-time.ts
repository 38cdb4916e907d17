import { WaylandError } from '../errors.ts'

/** The error for a wrong value of an option of `schedule add`; the message begins with the option. */
export const bad = (option: string, why: string): WaylandError =>
  new WaylandError('bad_usage', `--${option} ${why}`, {
    hint: 'Such as --at "2027-03-01 09:00", --at "tomorrow 9am", --at 18:30, --at +2h30m, --cron "0 9 * * MON-FRI"; see "wayland-core schedule add --help".',
  })
