import { describe } from 'vitest'
import { conforms, type Expected } from './conformance.ts'

// Written by reading the files.
const EXPECTED: readonly Expected[] = [
  {
    file: 'claude-code/entire-02.jsonl',
    turns: [{ prompt: "Let's adjust the test-secrets.txt file.", tools: 'Glob Read Edit', outcome: 'success' }],
  },
  {
    file: 'claude-code/entire-06.jsonl',
    turns: [
      { prompt: 'I just tried to make a release with', tools: 'Read Glob Read Edit', outcome: 'success' },
      { prompt: 'can you also add a single retry?', tools: 'Edit', outcome: 'success' },
    ],
  },
  {
    file: 'claude-code/entire-07.jsonl',
    turns: [{ prompt: 'mise run lint fails', tools: 'Bash! Read Edit Edit Bash', outcome: 'success' }],
  },
  {
    file: 'claude-code/entire-08.jsonl',
    turns: [{ prompt: 'fix lint errors', tools: 'Bash! Read Read Edit Edit Bash', outcome: 'success' }],
  },
  {
    // /clear and its output come before the first prompt; the file ends before the last answer.
    file: 'claude-code/entire-16.jsonl',
    turns: [
      { prompt: 'While we want this output text to be obvious', tools: 'Read Read', outcome: 'success' },
      { prompt: 'do it', tools: 'Read Edit', outcome: 'success' },
      { prompt: "Let's adjust this to return .bash_profile", tools: 'Read Edit', outcome: 'unknown' },
    ],
  },
  {
    file: 'claude-code/entire-13.jsonl',
    turns: [
      {
        prompt: "I'd like to generate a changelog",
        tools: 'Bash Bash Bash Glob Bash Bash Bash Bash Bash',
        outcome: 'success',
      },
      { prompt: 'Can you also check some repos', tools: 'Bash', outcome: 'success' },
      { prompt: 'I like Option C', tools: '', outcome: 'success' },
      { prompt: 'yes', tools: 'Write', outcome: 'success' },
    ],
  },
  {
    // The plan waits for the user when the file ends.
    file: 'claude-code/agentcmd-full-session-askuserquestion.jsonl',
    turns: [
      {
        prompt: "Let's explore scrolling, scroll to bottom",
        tools: 'Task AskUserQuestion ExitPlanMode?',
        outcome: 'unknown',
      },
    ],
  },
  {
    // A stop hook sends the agent on twice; its last commit fails, there being nothing left to commit.
    file: 'claude-code/reliability-coverage-test-fix.jsonl',
    turns: [
      {
        prompt: 'Add a function called multiply_numbers(a: int, b: int)',
        tools: 'Glob Read Read Edit Edit Bash Bash Bash Glob Read Edit Bash Bash!',
        outcome: 'failure',
      },
    ],
  },
  {
    file: 'claude-code/reliability-hello-world-script.jsonl',
    turns: [{ prompt: 'Write a shell script called hello.sh', tools: 'Write Bash', outcome: 'success' }],
  },
  {
    // A local command, broken lines and lines that are no objects; no tool result where the key is misspelt.
    file: 'claude-code/fixture-edge_cases.jsonl',
    turns: [
      { prompt: "Here's a message with some **markdown**", tools: '', outcome: 'success' },
      { prompt: "Let's test a very long message", tools: 'FailingTool! MultiEdit?', outcome: 'unknown' },
      { prompt: 'Testing special characters: café', tools: 'TodoWrite?', outcome: 'unknown' },
    ],
  },
  {
    file: 'claude-code/fixture-representative_messages.jsonl',
    turns: [
      { prompt: 'Hello Claude! Can you help me understand', tools: '', outcome: 'success' },
      { prompt: 'Great! Can you also show me', tools: 'Edit', outcome: 'success' },
      { prompt: 'Can you run that example', tools: 'Bash', outcome: 'success' },
      { prompt: 'This is really helpful!', tools: '', outcome: 'unknown' },
    ],
  },
]

describe('claude-code transcripts', () => {
  conforms('claude-code', [...EXPECTED.map((expected) => expected.file), 'claude-code/entire-11.jsonl'], EXPECTED)
})
