package queue

// UseIndexes sets planner options for one transaction. Claiming and recording join a few hundred rows
// with large tables. The planner does not know how many rows a parameter selects, and would scan the
// whole queue for each claim. Generic plans avoid planning each statement again. JIT compilation would
// take longer than the statements.
const UseIndexes = "SELECT set_config('enable_seqscan', 'off', true), set_config('plan_cache_mode', " +
	"'force_generic_plan', true), set_config('jit', 'off', true)"

// LockDomains locks domains. All transactions that lock several take the locks in this order, and
// before those of endpoints.
const LockDomains = "SELECT domain FROM check_hosts WHERE domain = ANY($1) ORDER BY domain FOR UPDATE"

// SettleDomains sets when domains are ready, after the times of their endpoints have changed.
const SettleDomains = `
	UPDATE check_hosts h
	SET (ready_at, endpoint_id) = (
		SELECT greatest(h.free_at, f.next_check_at), f.endpoint_id FROM (` + FirstDue + `) f)
	WHERE h.domain = ANY($1)`

// FirstDue selects the endpoint of a domain h that is due first.
const FirstDue = `
	SELECT s.endpoint_id, s.next_check_at FROM endpoint_states s
	WHERE s.domain = h.domain AND s.enabled
	ORDER BY s.next_check_at LIMIT 1`
