#!/bin/sh
# Runs the real command-line agents through Weir against their real services' hosts: Claude Code, Codex and Gemini CLI.
# Not part of `npm test`: they take 900 MB and are asked to talk to whatever WEIR_CONNECT_TO leads those hosts to.
#
#   npm install --prefix /tmp/agents @anthropic-ai/claude-code @openai/codex @google/gemini-cli
#   (start Weir; WEIR_CONNECT_TO leads api.anthropic.com, api.openai.com, chatgpt.com and
#   generativelanguage.googleapis.com to a server that plays them; have a policy block IBAN)
#   test/clients/agents.sh http://127.0.0.1:8080 data/ca.pem /tmp/agents
#
# Each is asked twice: once for nothing in particular, once with an IBAN. Expected of the second: one message that names
# the policy, exit code 1, no retries, nobody logged out. See `GET /interactions` for what was recorded.
set -u
proxy=${1:?proxy URL} ca=$(realpath "${2:?CA certificate}") agents=$(realpath "${3:?folder with the agents}")
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
iban='FR76 3000 6000 0112 3456 7890 189'

# An empty home, fake keys, and the settings the onboarding page names. Codex reads SSL_CERT_FILE. Gemini CLI brings an
# undici that newer versions of Node do not take its proxy from, hence NODE_USE_ENV_PROXY.
run() {
  name=$1
  shift
  printf '\n== %s: %s\n' "$name" "$*"
  (cd "$home" && env -i PATH="$agents/node_modules/.bin:$PATH" HOME="$home" TERM=dumb \
    HTTPS_PROXY="$proxy" HTTP_PROXY="$proxy" NODE_USE_ENV_PROXY=1 NODE_EXTRA_CA_CERTS="$ca" SSL_CERT_FILE="$ca" \
    ANTHROPIC_API_KEY=fake CODEX_API_KEY=fake OPENAI_API_KEY=fake GEMINI_API_KEY=fake \
    timeout 120 "$@" </dev/null 2>&1 | grep -v '^ *at ' | cut -c 1-300)
}

for prompt in 'Say hello' "Please pay to $iban"; do
  run 'Claude Code' claude -p "$prompt"
  run 'Codex' codex exec --skip-git-repo-check "$prompt"
  run 'Gemini CLI' gemini --skip-trust --model gemini-2.5-pro -p "$prompt"
done
