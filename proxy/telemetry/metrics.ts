import { Counter, Gauge, type Registry } from 'prom-client'
import { VERSION } from '../../config/version.ts'
import { BatchedCounter, BatchedHistogram, Tally } from './batched.ts'

/** Seconds; a model may think for minutes before it answers, and stream for longer. */
const EXCHANGE_BUCKETS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300]

/** Every label takes its values from a closed set: catalogue ids, states and failure codes; never a host, a user or a URL. */
export type ProxyMetrics = ReturnType<typeof createProxyMetrics>

export function createProxyMetrics(registry: Registry) {
  const registers = [registry]
  const build = new Gauge({
    name: 'weir_proxy_build_info',
    help: 'Always 1; the labels say what is running.',
    labelNames: ['version', 'node'],
    registers,
    // Of several workers, one tells for all.
    aggregator: 'first',
  })
  build.set({ version: VERSION, node: process.version }, 1)
  new Gauge({
    name: 'weir_proxy_workers',
    help: 'Processes that take connections on the proxy’s port.',
    registers,
  }).set(1)
  return {
    requests: new BatchedCounter({
      name: 'weir_proxy_requests_total',
      help: 'Requests to AI services that came through interception, by platform and what was done.',
      labelNames: ['platform', 'action'],
      registers,
    }),
    unknownOperations: new Counter({
      name: 'weir_proxy_unknown_operations_total',
      help: 'Inspected requests whose operation the catalogue does not have, by platform: a format is new, or has changed.',
      labelNames: ['platform'],
      registers,
    }),
    requestOutcomes: new BatchedCounter({
      name: 'weir_proxy_request_outcomes_total',
      help: 'Requests to AI services that have ended, by platform, what was done and how it ended.',
      labelNames: ['platform', 'action', 'outcome'],
      registers,
    }),
    requestSeconds: new BatchedHistogram({
      name: 'weir_proxy_request_duration_seconds',
      help: 'Time from the head of a request to the end of its answer.',
      buckets: EXCHANGE_BUCKETS,
      registers,
    }),
    upstreamSeconds: new BatchedHistogram({
      name: 'weir_proxy_upstream_duration_seconds',
      help: 'Time from sending a request to the head of the service’s answer.',
      buckets: EXCHANGE_BUCKETS,
      registers,
    }),
    requestBytes: new Tally({
      name: 'weir_proxy_request_bytes_total',
      help: 'Bytes of prompts that were received, as they came on the wire.',
      registers,
    }),
    responseBytes: new Tally({
      name: 'weir_proxy_response_bytes_total',
      help: 'Bytes of the bodies of answers that were passed on to clients.',
      registers,
    }),
    findings: new BatchedCounter({
      name: 'weir_proxy_findings_total',
      help: 'Findings in the newest turns of prompts, by type; own_detector for all types of a tenant’s own detectors.',
      labelNames: ['type'],
      registers,
    }),
    telemetryFindings: new BatchedCounter({
      name: 'weir_proxy_telemetry_findings_total',
      help: 'Findings in what programs report of themselves, by type, and by whether policies look at them or they are recorded only.',
      labelNames: ['type', 'outcome'],
      registers,
    }),
    answers: new BatchedCounter({
      name: 'weir_proxy_answers_total',
      help: 'Answers of AI services that were read and recorded, by platform and type.',
      labelNames: ['platform', 'type'],
      registers,
    }),
    inspections: new BatchedCounter({
      name: 'weir_proxy_inspections_total',
      help: 'Inspected prompts by status; reason is empty where the inspection was full.',
      labelNames: ['status', 'reason'],
      registers,
    }),
    inspectionSeconds: new BatchedHistogram({
      name: 'weir_proxy_inspection_duration_seconds',
      help: 'Time from the last byte of a prompt to the decision over it.',
      buckets: [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 1, 3],
      registers,
    }),
    connects: new Counter({
      name: 'weir_proxy_connects_total',
      help: 'CONNECT requests by outcome.',
      labelNames: ['outcome'],
      registers,
    }),
    redirected: new Counter({
      name: 'weir_proxy_redirected_total',
      help: 'Connections on WEIR_TRANSPARENT_PORT by outcome.',
      labelNames: ['outcome'],
      registers,
    }),
    announcements: new Counter({
      name: 'weir_proxy_announcements_total',
      help: 'Headers of the PROXY protocol from trusted proxies, by what they were.',
      labelNames: ['outcome'],
      registers,
    }),
    switched: new Counter({
      name: 'weir_proxy_switched_total',
      help: 'Tunnels to AI services that a service switch let pass, by platform and kind of switch.',
      labelNames: ['platform', 'kind'],
      registers,
    }),
    plainRequests: new Counter({
      name: 'weir_proxy_plain_requests_total',
      help: 'Plain http:// requests and upgrades that are not inspected, by outcome.',
      labelNames: ['outcome'],
      registers,
    }),
    lookups: new Counter({
      name: 'weir_proxy_lookups_total',
      help: 'Names looked up, by outcome.',
      labelNames: ['outcome'],
      registers,
    }),
    openTunnels: new Gauge({ name: 'weir_proxy_open_tunnels', help: 'Tunnels open now.', registers }),
    tunnelBytes: new Counter({
      name: 'weir_proxy_tunnel_bytes_total',
      help: 'Bytes through tunnels, sent to and received from destinations.',
      labelNames: ['direction'],
      registers,
    }),
    encryptedNames: new Counter({
      name: 'weir_proxy_encrypted_names_total',
      help: 'Tunnels whose TLS hello hides its name (ECH) behind one that AI services share, by what became of them.',
      labelNames: ['outcome'],
      registers,
    }),
    tunnelEnds: new Counter({
      name: 'weir_proxy_tunnel_ends_total',
      help: 'Tunnels that ended, by reason.',
      labelNames: ['reason'],
      registers,
    }),
    upstreamFailures: new Counter({
      name: 'weir_proxy_upstream_failures_total',
      help: 'Upstream connections and answers that failed, by cause.',
      labelNames: ['failure'],
      registers,
    }),
    upstreamTlsRefusals: new Counter({
      name: 'weir_proxy_upstream_tls_refusals_total',
      help: 'Connections to servers whose certificate or TLS was refused, by cause.',
      labelNames: ['cause'],
      registers,
    }),
    upstreamExceptions: new Counter({
      name: 'weir_proxy_upstream_exceptions_total',
      help: 'Handshakes with servers that did not pass verification and were accepted by WEIR_UPSTREAM_EXCEPTIONS.',
      registers,
    }),
    tunnelledAi: new Counter({
      name: 'weir_proxy_tunnelled_ai_total',
      help: 'Tunnels to AI services that are not intercepted, and plain requests to them, by platform.',
      labelNames: ['platform'],
      registers,
    }),
    upstreamHandshakeFailures: new Counter({
      name: 'weir_proxy_upstream_handshake_failures_total',
      help: 'Connections to AI services whose TLS was refused, by platform and cause.',
      labelNames: ['platform', 'failure'],
      registers,
    }),
    sightingsDropped: new Counter({
      name: 'weir_proxy_sightings_dropped_total',
      help: 'Sums of what was seen of AI services that did not get to the inventory.',
      registers,
    }),
    clientAborts: new Counter({
      name: 'weir_proxy_client_aborts_total',
      help: 'Clients that hung up, by what they were in the middle of.',
      labelNames: ['stage'],
      registers,
    }),
    handshakeFailures: new Counter({
      name: 'weir_proxy_client_handshake_failures_total',
      help: 'Clients that did not finish TLS with an intercepting leaf; rejected means they do not trust the CA.',
      labelNames: ['reason'],
      registers,
    }),
    certificateRefusals: new Counter({
      name: 'weir_proxy_certificate_refusals_total',
      help: 'Clients that did not take our certificate, by platform and how they said so.',
      labelNames: ['platform', 'reason'],
      registers,
    }),
    passedClients: new Counter({
      name: 'weir_proxy_passed_clients_total',
      help: 'Clients that pass through to a host for a time because they always refuse our certificate (WEIR_AUTO_BYPASS).',
      registers,
    }),
    portHandshakes: new Counter({
      name: 'weir_proxy_port_handshakes_total',
      help: 'TLS handshakes on the proxy’s own port (WEIR_PROXY_TLS), by outcome; plain: no TLS came.',
      labelNames: ['outcome'],
      registers,
    }),
    badRequests: new Counter({
      name: 'weir_proxy_bad_requests_total',
      help: 'Requests refused for their framing or target.',
      registers,
    }),
    faults: new Counter({
      name: 'weir_proxy_faults_total',
      help: 'Connections that were given up after an error of Weir itself; each is logged with its code.',
      registers,
    }),
    restarts: new Counter({
      name: 'weir_proxy_restarts_total',
      help: 'Times the proxy was started again after an error of Weir itself that belonged to no connection.',
      registers,
    }),
    heartbeats: new Counter({
      name: 'weir_proxy_heartbeats_total',
      help: 'Reports of this proxy to the API on how it does, by outcome: ok or an error code.',
      labelNames: ['outcome'],
      registers,
    }),
    recordFailures: new Counter({
      name: 'weir_proxy_record_failures_total',
      help: 'Prompts that could not be written to the spool; judged by WEIR_FAIL_MODE.',
      registers,
    }),
  }
}
