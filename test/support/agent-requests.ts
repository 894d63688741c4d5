/**
 * The first requests for "Say hello" of five coding agents in a clean home folder, as they were seen on 2026-11-22, cut to their shape and to the
 * lines that a detector looks at: their full texts are their vendors'. test/clients/agents.sh runs the real ones.
 */
export interface AgentRequest {
  readonly agent: string
  readonly url: string
  readonly body: object
}

const CLAUDE_REMINDER = `<system-reminder>
Attribution for git commits you create:
- End git commit messages with:
Co-Authored-By: Claude Opus 5.5 <noreply@anthropic.com>
- End pull request descriptions with a link to [Claude Code](https://claude.com/claude-code)
</system-reminder>
`

const CODE = 'function greet(name) {\n  return `Hello ${name}`;\n}\nconst x = greet("you");\nconsole.log(x);'
const LEGALLY =
  'Never share passwords, API keys or tokens. Budgets, contracts and terms of a customer are confidential.'

const tool = (name: string, description: string) => ({
  type: 'function',
  name,
  description,
  parameters: {
    type: 'object',
    properties: { path: { type: 'string', description: 'Absolute path, such as /home/user/a.ts' } },
  },
})

export const AGENT_REQUESTS: readonly AgentRequest[] = [
  {
    agent: 'Claude Code 2.1.329',
    url: 'https://api.anthropic.com/v1/messages?beta=true',
    body: {
      model: 'claude-opus-5-5',
      max_tokens: 32000,
      stream: true,
      system: [
        { type: 'text', text: "You are Claude Code, Anthropic's official CLI for Claude." },
        { type: 'text', text: `${LEGALLY}\n\`\`\`js\n${CODE}\n\`\`\`` },
      ],
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: CLAUDE_REMINDER },
            { type: 'text', text: 'Say hello' },
          ],
        },
        {
          role: 'system',
          content:
            'You are powered by the model named Opus 5.5. The exact model ID is claude-opus-5-5. Working directory: /home/dev/work. ' +
            'The most recent Claude models are Fable 5, Opus 5.5, Sonnet 5 and Haiku 4.5.',
        },
      ],
      tools: [{ name: 'Bash', description: `${LEGALLY} gh pr create --title "x"`, input_schema: { type: 'object' } }],
      metadata: { user_id: 'user_0f3c_account__session_7d1c' },
    },
  },
  {
    agent: 'Codex 0.169.0',
    url: 'https://api.openai.com/v1/responses',
    body: {
      model: 'gpt-5.6-codex',
      instructions: `You are Codex, a coding agent based on GPT-5.\n\`\`\`js\n${CODE}\n\`\`\`\n${LEGALLY}`,
      input: [
        {
          type: 'message',
          role: 'developer',
          content: [{ type: 'input_text', text: `<permissions>\n${LEGALLY}\n</permissions>` }],
        },
        {
          type: 'message',
          role: 'user',
          content: [
            {
              type: 'input_text',
              text: '<environment_context>\n  <cwd>/home/dev/work</cwd>\n  <shell>bash</shell>\n  <current_date>2026-11-22</current_date>\n  <timezone>Etc/UTC</timezone>\n</environment_context>',
            },
          ],
        },
        { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Say hello' }] },
      ],
      tools: [
        tool(
          'web',
          '* `find`: {"find": [{"ref_id": "turn0fetch3", "pattern": "Annie Case"}]}\n* {"find": [{"ref_id": "turn0search0", "pattern": "Annie Case"}, {"ref_id": "turn0search1", "pattern": "x"}]}',
        ),
      ],
      stream: true,
      prompt_cache_key: '0199c1a2-7b1c-7000-8000-3c5d1e2f4a5b',
    },
  },
  {
    agent: 'Gemini CLI 0.61.0',
    url: 'https://generativelanguage.googleapis.com/v1beta/models/gemini-3.1-pro-preview:streamGenerateContent?alt=sse',
    body: {
      systemInstruction: {
        role: 'user',
        parts: [{ text: `You are Gemini CLI, an agent for software.\n${LEGALLY}\n${CODE}` }],
      },
      contents: [
        {
          role: 'user',
          parts: [
            {
              text: "<session_context>\nThis is the Gemini CLI.\nToday's date is Sunday, November 22, 2026.\nMy operating system is: linux\n- **Workspace Directories:**\n  - /home/dev/work\n</session_context>",
            },
          ],
        },
        { role: 'user', parts: [{ text: 'Say hello' }] },
      ],
      tools: [{ functionDeclarations: [{ name: 'list_directory', description: LEGALLY }] }],
    },
  },
  {
    agent: 'opencode, for Claude',
    url: 'https://api.anthropic.com/v1/messages',
    body: {
      model: 'claude-sonnet-4-5',
      max_tokens: 32000,
      system: [{ type: 'text', text: `You are OpenCode, powered by the model named claude-sonnet-4-5.\n${CODE}` }],
      messages: [{ role: 'user', content: [{ type: 'text', text: '"Say hello"' }] }],
      tools: [{ name: 'bash', description: LEGALLY, input_schema: { type: 'object' } }],
    },
  },
  {
    agent: 'opencode, for GPT',
    url: 'https://api.openai.com/v1/responses',
    body: {
      model: 'gpt-5',
      input: [
        { role: 'developer', content: `You are OpenCode.\n${CODE}\n${LEGALLY}` },
        { role: 'user', content: [{ type: 'input_text', text: '"Say hello"' }] },
      ],
      tools: [tool('bash', LEGALLY)],
      store: false,
      stream: true,
    },
  },
  {
    agent: 'aider 0.86.2',
    url: 'https://api.openai.com/v1/chat/completions',
    body: {
      model: 'gpt-4o',
      messages: [
        { role: 'system', content: `Act as an expert software developer.\n${CODE}` },
        { role: 'user', content: 'I am not sharing any files that you can edit yet.' },
        { role: 'assistant', content: 'Ok.' },
        { role: 'user', content: 'Say hello' },
        { role: 'system', content: `Every *SEARCH/REPLACE block* must use this format:\n${CODE}` },
      ],
      temperature: 0,
      stream: true,
    },
  },
]
