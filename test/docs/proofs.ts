/** How a command of the documents is shown to work. */
export type Proof =
  /** Run by test/docs/commands.test.ts: by the command line for administrators, by a shell, or its settings as a start takes them. */
  | 'admin'
  | 'shell'
  | 'settings'
  /** Run by another test, which holds this text. */
  | { readonly test: string; readonly text: string }
  /** Run by no test: why. */
  | { readonly notRun: string }

/** Blocks that another test takes out of the document and runs whole, by document and heading. */
export const WHOLE_BLOCKS: Readonly<Record<string, { readonly test: string; readonly text: string }>> = {
  'README.md: See a block': { test: 'test/fresh-clone/readme.ts', text: '## See a block' },
  'docs/auditors.md: Checking it without Weir': {
    test: 'test/cli/export.test.ts',
    text: '## Checking it without Weir',
  },
  'docs/webhooks.md: Verifying': { test: 'test/docs/webhooks.test.ts', text: "askShell(t, 'verify.sh'" },
}

const FRESH_CLONE = 'test/fresh-clone/fresh-clone.test.ts'
const POLICIES_AS_CODE = 'test/examples/policies-as-code.test.ts'
const WEBHOOK_RECEIVERS = 'test/examples/webhook-receiver.test.ts'
const NEEDS_A_CLUSTER = {
  notRun: 'needs a cluster; test/containers/deploy.test.ts holds the manifests with the linters of Kubernetes',
}
const CHANGES_THE_SYSTEM = {
  notRun: 'changes the users and services of the machine; test/containers/deploy.test.ts holds the units',
}
const CHANGES_THE_FIREWALL = { notRun: 'changes the rules of the network of the machine, and needs root' }

/** Every other command, by document, as it stands there without its comments. */
export const PROOFS: Readonly<Record<string, Readonly<Record<string, Proof>>>> = {
  'README.md': {
    'npm start': { test: FRESH_CLONE, text: 'clone.start(' },
    'npm test': { test: FRESH_CLONE, text: "'npm', 'test'" },
  },
  'CONTRIBUTING.md': {
    'npm run check': { notRun: 'looks at the whole repository, which .ci/run does before the tests' },
    'npm test': { test: FRESH_CLONE, text: "'npm', 'test'" },
    'npm start': { test: FRESH_CLONE, text: 'clone.start(' },
  },
  'docs/metrics.md': {
    'COMPOSE_FILE=docker-compose.yml:docker-compose.monitoring.yml deploy/compose/up': {
      notRun: 'needs Docker; test/containers/monitoring.test.ts holds what the files say',
    },
  },
  'docs/operators-guide.md': {
    'WEIR_API_HOST=0.0.0.0 WEIR_PUBLIC_URL=https://weir.corp.example:8443 npm run api': 'settings',
    "npm run admin -- token create --name 'Proxy in Lyon' --scopes record,policies": 'admin',
    [`WEIR_API_URL=https://weir.corp.example:8443/api/v1 WEIR_SERVICE_TOKEN=wst_... WEIR_API_CA=api-ca.pem \\
WEIR_PROXY_HOST=0.0.0.0 npm run proxy`]: 'settings',
    'npm run admin -- tenant create --name Acme --admin-email ada@acme.example': 'admin',
    'npm run admin -- tenant list': 'admin',
    'npm run admin -- user reset-password --tenant Acme --email ada@acme.example': 'admin',
    "npm run admin -- token create --tenant Acme --name 'Proxy in Lyon' --scopes record,policies": 'admin',
    'npm run admin -- verify-audit': 'admin',
    'npm run admin -- export --tenant Acme --from 2026-01-01 --to 2026-03-31 --out q1.jsonl': {
      test: 'test/cli/export.test.ts',
      text: "run('export', ...PERIOD",
    },
    'WEIR_PUBLIC_HOST=weir.corp.example WEIR_ADMIN_EMAIL=you@corp.example deploy/compose/up': {
      test: 'test/containers/files.test.ts',
      text: "'deploy/compose/up')",
    },
    'deploy/compose/up exec api npm run --silent admin -- tenant list': {
      notRun: 'needs Docker; the command inside is run above',
    },
    'roots=$(ls /etc/ssl/certs/ca-certificates.crt /etc/pki/tls/certs/ca-bundle.crt /etc/ssl/cert.pem 2>/dev/null | head -n 1)':
      'shell',
    [`roots=\${roots:-$(python3 -m certifi)} && cat "$roots" weir-ca.pem > weir-bundle.pem &&
export SSL_CERT_FILE=$PWD/weir-bundle.pem REQUESTS_CA_BUNDLE=$PWD/weir-bundle.pem`]: 'shell',
    'curl --cacert weir-bundle.pem -O https://api.example:8443/onboarding/weir-check.sh': 'shell',
    'sha256sum weir-check.sh': 'shell',
    'sh weir-check.sh --proxy http://proxy:8080 --fingerprint AA:BB:...': {
      test: 'test/clients/check-script.test.ts',
      text: "'--fingerprint'",
    },
    'npm run admin -- ca rotate --prepare': 'admin',
    'npm run admin -- ca export --to ca.pem': 'admin',
    'npm run admin -- ca rotate --activate': 'admin',
    'kill -HUP PID': { test: 'test/end-to-end/ca-rotation.test.ts', text: "kill('SIGHUP')" },
    'iptables -t nat -A OUTPUT -p tcp -m owner --uid-owner weir -j RETURN': CHANGES_THE_FIREWALL,
    'iptables -t nat -A OUTPUT -p tcp -m multiport --dports 80,443 -j REDIRECT --to-ports 15001': CHANGES_THE_FIREWALL,
    'iptables -t nat -A PREROUTING -p tcp -m multiport --dports 80,443 -j REDIRECT --to-ports 15001':
      CHANGES_THE_FIREWALL,
    [`curl --cacert data/ca.pem -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' https://127.0.0.1:8443/api/v1/service-switches \\
  -d '{"kind": "pass_through", "platform_id": "openai-api", "reason": "Codex does not connect", "expires_at": "'$(date -u -d "+2 hours" +%Y-%m-%dT%H:%M:%SZ)'"}'`]:
      'shell',
    "WEIR_SMTP_URL=smtps://weir:p%40ss@mail.corp.example WEIR_MAIL_FROM='Weir <weir@corp.example>'": 'settings',
    'WEIR_SMTP_URL=smtp://weir:p%40ss@mail.corp.example:587': 'settings',
    'WEIR_TIER3=presidio WEIR_TIER3_URL=http://127.0.0.1:5002': 'settings',
    'WEIR_TIER3=openai WEIR_TIER3_URL=http://127.0.0.1:11434/v1 WEIR_TIER3_MODEL=qwen3:8b': 'settings',
    'WEIR_TIER3=openai WEIR_TIER3_URL=https://llm.corp.example/v1 WEIR_TIER3_MODEL=small WEIR_TIER3_API_KEY=...':
      'settings',
  },
  'docs/auditors.md': {
    'npm run admin -- export --from 2026-01-01 --to 2026-03-31 --out q1.jsonl': 'admin',
    'npm run --silent admin -- export-key > export-keys.txt': {
      test: 'test/cli/export.test.ts',
      text: "await run('export-key')",
    },
    'npm run admin -- verify-export q1.jsonl --public-key export-keys.txt': {
      test: 'test/cli/export.test.ts',
      text: "'--public-key', 'keys.txt'",
    },
    "npm run admin -- legal-hold set --from 2026-01-01 --to 2026-03-31 --reason 'Audit 2026-04' --owner 'Legal department'":
      'admin',
  },
  'docs/from-sqlite-to-mongodb.md': {
    'npm run admin -- backup --to before-mongodb': { test: 'test/cli/main.test.ts', text: "'backup', '--to'" },
    'npm run admin -- copy --to-file mongodb-url --dry-run': {
      test: 'test/cli/copy-failures.test.ts',
      text: "'--dry-run'",
    },
    'npm run admin -- copy --to-file mongodb-url': {
      test: 'test/cli/copy.test.ts',
      text: "['copy', '--to-file', 'target'",
    },
    'npm run admin -- doctor': { test: 'test/cli/doctor.test.ts', text: "'doctor'" },
  },
  'docs/policies.md': {
    'npm run admin -- exceptions add --policy "No e-mail" --platforms claude-web --values published.txt --reason "Addresses on our site" --owner press@acme.example --days 30':
      'admin',
    'npm run admin -- exceptions list': 'admin',
    'npm run admin -- exceptions remove --id 3fa85f64-5717-4562-b3fc-2c963f66afa6': 'admin',
    'npm run admin -- policies export --to weir.yaml': 'admin',
    'npm run admin -- policies diff weir.yaml': 'admin',
    'npm run admin -- policies apply weir.yaml --dry-run': 'admin',
    'npm run admin -- policies apply weir.yaml': 'admin',
  },
  'docs/releases.md': {
    'sha256sum --check SHA256SUMS': 'shell',
  },
  'docs/siem.md': {
    'WEIR_SYSLOG_URL=tls://siem.example.com:6514 WEIR_SYSLOG_CA=/etc/weir/siem-ca.pem npm start': 'settings',
    'WEIR_EVENT_FILE=/var/log/weir/events.json npm start': 'settings',
  },
  'examples/policies-as-code/README.md': {
    'export API=https://127.0.0.1:8443/api/v1': { test: POLICIES_AS_CODE, text: 'API: weir.apiUrl' },
    'export NODE_EXTRA_CA_CERTS=data/ca.pem': { test: POLICIES_AS_CODE, text: 'NODE_EXTRA_CA_CERTS: weir.caFile' },
    "export EMAIL=admin@weir.local PASSWORD='...'": { test: POLICIES_AS_CODE, text: 'EMAIL: ADMIN.email' },
    'node examples/policies-as-code/apply.mjs examples/policies-as-code/policies.json': {
      test: POLICIES_AS_CODE,
      text: 'apply(weir, file)',
    },
    'node examples/policies-as-code/apply.mjs examples/policies-as-code/policies.json --apply': {
      test: POLICIES_AS_CODE,
      text: "apply(weir, file, '--apply')",
    },
  },
  'examples/webhook-receiver/README.md': {
    'SIGNING_SECRET=whsec_... TLS_CERT=cert.pem TLS_KEY=key.pem node node/receiver.mjs': {
      test: WEBHOOK_RECEIVERS,
      text: "'receiver.mjs'",
    },
    'SIGNING_SECRET=whsec_... TLS_CERT=cert.pem TLS_KEY=key.pem python3 python/receiver.py': {
      test: WEBHOOK_RECEIVERS,
      text: "'receiver.py'",
    },
    'cd go && SIGNING_SECRET=whsec_... TLS_CERT=../cert.pem TLS_KEY=../key.pem go run .': {
      test: WEBHOOK_RECEIVERS,
      text: "'go', 'run', '.'",
    },
    [`openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 30 -keyout key.pem -out cert.pem \\
  -subj /CN=localhost -addext subjectAltName=DNS:localhost,IP:127.0.0.1`]: 'shell',
    'WEIR_WEBHOOK_ALLOW_CIDRS=127.0.0.1 WEIR_WEBHOOK_CA=$PWD/cert.pem npm start': 'settings',
  },
  'deploy/kubernetes/README.md': {
    'kubectl create namespace weir': NEEDS_A_CLUSTER,
    'kubectl -n weir create secret generic weir-api --from-file=jwt-secret --from-file=admin-password --from-file=mongodb-url --from-file=redis-url':
      NEEDS_A_CLUSTER,
    'kubectl -n weir create secret tls weir-api-tls --cert=api.crt --key=api.key': NEEDS_A_CLUSTER,
    'kubectl apply -k .': NEEDS_A_CLUSTER,
    'kubectl -n weir exec deploy/weir-api -- npm run --silent admin -- ca create --kubernetes-secret weir-ca | kubectl -n weir create -f -':
      {
        test: 'test/containers/deploy.test.ts',
        text: "'ca', 'create', '--kubernetes-secret', 'weir-ca'",
      },
    'kubectl -n weir exec deploy/weir-api -- npm run --silent admin -- token create --name cluster --scopes record,policies > service-token':
      NEEDS_A_CLUSTER,
    'kubectl -n weir create secret generic weir-proxy --from-file=service-token --from-file=api-ca.pem':
      NEEDS_A_CLUSTER,
    "kubectl -n weir get secret weir-ca -o 'jsonpath={.data.tls\\.crt}' | base64 -d > ca.pem": NEEDS_A_CLUSTER,
  },
  'deploy/systemd/README.md': {
    'useradd --system --home-dir /nonexistent --shell /usr/sbin/nologin weir': CHANGES_THE_SYSTEM,
    'mkdir -p /opt/weir /etc/weir && tar -xzf weir-*.tar.gz -C /opt/weir --strip-components 1': CHANGES_THE_SYSTEM,
    'cd /opt/weir && npm run admin -- help': CHANGES_THE_SYSTEM,
    'openssl rand -hex 32 > /etc/weir/jwt-secret && chmod 600 /etc/weir/jwt-secret': CHANGES_THE_SYSTEM,
    'npm run admin -- ca create --to /etc/weir': {
      test: 'test/containers/deploy.test.ts',
      text: "'ca', 'create', '--to', etc",
    },
    'cp deploy/systemd/weir-api.service deploy/systemd/weir-backup.service deploy/systemd/weir-backup.timer /etc/systemd/system/':
      CHANGES_THE_SYSTEM,
    'systemctl daemon-reload && systemctl enable --now weir-api weir-backup.timer': CHANGES_THE_SYSTEM,
    'WEIR_API_URL=https://weir.corp.example:8443/api/v1': 'settings',
    'WEIR_API_CA=/etc/weir/ca.pem': 'settings',
    'WEIR_PROXY_HOST=0.0.0.0': 'settings',
    [`systemd-run --pty --uid=weir --property=EnvironmentFile=-/etc/weir/api.env --property=WorkingDirectory=/opt/weir \\
  --property=LoadCredential=jwt-secret:/etc/weir/jwt-secret \\
  sh -c 'WEIR_DATA_DIR=/var/lib/weir-api WEIR_JWT_SECRET_FILE=$CREDENTIALS_DIRECTORY/jwt-secret npm run admin -- doctor'`]:
      CHANGES_THE_SYSTEM,
  },
}
