/** Series in promtool's notation, by name and labels: one value a minute. */
export type Series = Record<string, string>;

/** Series for which an alert fires at `atMinutes`, and series for which neither it nor another alert fires. */
export interface AlertCase {
  atMinutes: number;
  fires: Series;
  quiet: Series;
}

const NS = 'namespace="assay"';
const UP = (job: string) => `up{${NS},job="${job}",pod="${job}-1",app_kubernetes_io_part_of="assay"}`;
const requests = (status: number, method = 'POST') =>
  `http_server_request_duration_seconds_count{${NS},job="gateway",http_request_method="${method}",http_response_status_code="${status}"}`;
const bucket = (name: string, le: string, labels: string) => `${name}_bucket{${NS},${labels},le="${le}"}`;
/** Of reads: how many took at most a second, and how many in all. */
const reads = (le: string) => bucket('http_server_request_duration_seconds', le, 'http_request_method="GET"');
const waits = (le: string) => bucket('db_client_connection_wait_time_seconds', le, 'job="runs"');
const work = (name: string, labels = '') => `assay_work_${name}{${NS},job="runs",kind="iteration",labels="${labels}"}`;
const slots = (state: string) => `assay_runner_slots{${NS},job="runner",pod="runner-1",class="long",state="${state}"}`;
const modelCalls = (more: string) =>
  `gen_ai_client_operation_duration_seconds_count{${NS},job="runner",gen_ai_provider_name="openai"${more}}`;
const bus = (name: string) =>
  `${name}{${NS},job="runs",messaging_destination_name="topic",messaging_consumer_group_name="suites"}`;
const task = (name: string, outcome: string) =>
  `assay_background_task_runs_total{${NS},job="catalog",pod="catalog-1",task="${name}",outcome="${outcome}"}`;
const ofPod = (name: string, job = 'runs') => `${name}{${NS},job="${job}",pod="${job}-1"}`;
const certificate = ofPod('assay_mesh_certificate_expiry_timestamp_seconds', 'catalog');

/** By the name of the alert. The days in the series of certificates are seconds since the start of the test. */
export const alertCases: Record<string, AlertCase> = {
  AssayServiceDown: {
    atMinutes: 30,
    fires: { [UP('catalog')]: '1x20 0x20', [UP('gateway')]: '1x40' },
    quiet: { [UP('catalog')]: '0x20 1x20', [UP('gateway')]: '1x40' },
  },
  AssayErrorRateHigh: {
    atMinutes: 20,
    fires: { [requests(200)]: '0+60x30', [requests(503)]: '0+6x30' },
    quiet: { [requests(200)]: '0+6000x30', [requests(503)]: '0+6x30', [requests(404)]: '0+600x30' },
  },
  AssayLatencyHigh: {
    atMinutes: 30,
    fires: {
      [reads('1')]: '0+80x40',
      [reads('5')]: '0+100x40',
      [reads('+Inf')]: '0+100x40',
      [requests(200, 'GET')]: '0+100x40',
    },
    quiet: {
      [reads('1')]: '0+99x40',
      [reads('5')]: '0+100x40',
      [reads('+Inf')]: '0+100x40',
      [requests(200, 'GET')]: '0+100x40',
    },
  },
  AssayQueueAging: {
    atMinutes: 30,
    fires: { [work('oldest_age_seconds', 'lab')]: '0+60x40' },
    quiet: { [work('oldest_age_seconds', 'lab')]: '600x40' },
  },
  AssayRunnersAbsent: {
    atMinutes: 10,
    fires: { [work('waiting')]: '3x20', [slots('free')]: '0x20' },
    quiet: {
      [work('waiting')]: '3x20',
      [work('waiting', 'lab')]: '9x20',
      [slots('free')]: '0x20',
      [slots('busy')]: '8x20',
    },
  },
  AssayModelErrors: {
    atMinutes: 25,
    fires: { [modelCalls('')]: '0+10x30', [modelCalls(',error_type="unanswered"')]: '0+5x30' },
    quiet: { [modelCalls('')]: '0+100x30', [modelCalls(',error_type="unanswered"')]: '0+5x30' },
  },
  AssayBusLag: {
    atMinutes: 20,
    fires: { [bus('assay_bus_lag')]: '5000x30' },
    quiet: { [bus('assay_bus_lag')]: '900x30' },
  },
  AssayOutboxPending: {
    atMinutes: 20,
    fires: { [`assay_outbox_oldest_age_seconds{${NS},job="runs",source="runs"}`]: '0+60x30' },
    quiet: { [`assay_outbox_oldest_age_seconds{${NS},job="runs",source="runs"}`]: '2x30' },
  },
  AssayDeadLetters: {
    atMinutes: 25,
    fires: { [bus('assay_dead_letters_total')]: '_x20 1x20' },
    quiet: { [bus('assay_dead_letters_total')]: '7x40' },
  },
  AssayDatabasePoolExhausted: {
    atMinutes: 30,
    fires: { [waits('0.5')]: '0+80x40', [waits('5')]: '0+100x40', [waits('+Inf')]: '0+100x40' },
    quiet: { [waits('0.5')]: '0+99x40', [waits('5')]: '0+100x40', [waits('+Inf')]: '0+100x40' },
  },
  AssayEventLoopBlocked: {
    atMinutes: 15,
    fires: { [ofPod('nodejs_eventloop_delay_p99_seconds')]: '0.8x20' },
    quiet: {
      [ofPod('nodejs_eventloop_delay_p99_seconds')]: '0.02x20',
      [ofPod('nodejs_eventloop_delay_p99_seconds', 'runner')]: '0.8x20',
    },
  },
  AssayMemoryHigh: {
    atMinutes: 20,
    fires: { [ofPod('v8js_memory_heap_used_bytes')]: '90x30', [ofPod('v8js_memory_heap_limit_bytes')]: '100x30' },
    quiet: { [ofPod('v8js_memory_heap_used_bytes')]: '70x30', [ofPod('v8js_memory_heap_limit_bytes')]: '100x30' },
  },
  AssayRetentionStalled: {
    atMinutes: 480,
    fires: { [task('retention of model calls', 'worked')]: '5x500' },
    quiet: { [task('retention of model calls', 'worked')]: '0+1x500' },
  },
  AssayBackgroundTaskFailing: {
    atMinutes: 60,
    fires: { [task('the purge', 'failed')]: '0+1x70' },
    quiet: { [task('the purge', 'failed')]: '0+1x70', [task('the purge', 'worked')]: '0+1x70' },
  },
  AssayCertificateExpiring: {
    atMinutes: 30,
    fires: { [certificate]: `${6 * 86_400}x40` },
    quiet: { [certificate]: `${30 * 86_400}x40` },
  },
};
