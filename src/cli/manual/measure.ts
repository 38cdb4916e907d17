import type { Manual } from './manual.ts'

/** Help of the commands about what skills are worth. */
export const MEASURE_MANUAL: Readonly<Record<string, Manual>> = {
  lift: {
    text: [
      'Compares runs for which a skill was offered with runs for which it could have been and was not: those held out, and those where going without one was drawn. Forced picks and tasks without a fitting skill do not count. An offer counts whether or not the skill was loaded.',
    ],
    json: {
      overall: 'any skill against none',
      skills: '[{skill, archive, …}], most uses first',
    },
    inner: [
      {
        title: 'Fields of each',
        fields: {
          verdict:
            'helps, harms or no difference seen (less than 10 points of a hundred), which stand however often one looks; probably helps, probably harms: at least 95 % sure after four uses or more; not enough evidence',
          more: 'further uses until the verdict should be certain at these rates; 0 when it is, null when no reachable number is enough',
          'with, without': '{runs, successes} with the skill offered and with none, of tasks for which it came first',
          lift: 'difference of the success rates, in the light of all skills: a rarely used skill is judged by what the others are like',
          'low, high': 'its 95 % interval',
          harm: 'probability that it is below 0',
          effective: 'how many evenly weighted control runs those without the skill amount to',
          'anytime, doubly_robust':
            "other 95 % intervals, of the skill's own runs alone: valid however often one looks; corrected for the chances with which each was offered",
          difference: 'observed difference of the two rates, or null',
          archive: 'whether "skills audit" proposes to archive it',
        },
      },
    ],
    example: 'wayland-core lift',
  },
  bench: {
    text: [
      'Scores that you, or an optimiser, measured for the text of a skill. The router begins with the best one, as with a handful of runs; outcomes count on top. The file holds JSON lines, or one JSON list, of rows. A row for another text than the current one is stored, and counts only while the skill has that text. A bad row is reported, the others are stored, and the exit code is 1.',
    ],
    input: [
      {
        title: 'Fields of a row',
        fields: {
          skill: 'name or id; required',
          score: "share of the benchmark's tasks that succeeded, 0 to 1; required",
          body_digest:
            'which text was measured: SHA-256 (hex) of SKILL.md below its front matter, line ends as \\n, white space at both ends left out; "show --json" prints the one of now; required without prompt_body',
          prompt_body: 'that text itself; kept without secrets',
          scorer: '"bench", the default',
          parent: "UUID of the row whose text this one's was made from, or null",
          id: 'UUID of the row; made from its content where absent',
          generation: 'a whole number; 0 where absent',
          created_at: 'unix seconds or ISO 8601; now where absent',
          metadata: 'an object for all else that is known',
        },
      },
    ],
    json: {
      rows: 'number of rows read',
      added: 'rows that are new',
      known: 'rows that were there before',
      other_text: 'rows of another text than the skill has now',
      errors: '[{line or row, error}]',
    },
    example:
      `wayland-core show auto-branch-changes-review --json | node -p "const s = JSON.parse(fs.readFileSync(0)); ` +
      `JSON.stringify({ skill: s.name, score: 0.8, body_digest: s.body_digest })" > scores.jsonl && ` +
      'wayland-core bench import scores.jsonl',
  },
}
