package updates

import (
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/testdb"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

const waitLimit = 20 * time.Second // on a busy machine

func newTestBroadcaster(t *testing.T) (*Broadcaster, *pgxpool.Pool, uuid.UUID) {
	t.Helper()
	pool := testdb.New(t)
	created, err := source.NewRegister(postgres.FromPool(pool), nil).Create(t.Context(), audit.Actor{}, source.CreateInput{
		Details:   source.Details{Name: "One feed", HomepageURL: "https://one.example/", Lifecycle: source.Active},
		Endpoints: []source.EndpointDetails{{Kind: feed.RSS, URL: "https://one.example/feed", Intent: source.EndpointActive}},
	})
	if err != nil {
		t.Fatal(err)
	}
	b := NewBroadcaster(pool)
	b.interval = 10 * time.Millisecond
	t.Cleanup(b.Close)
	return b, pool, created.ID
}

// newID is an SQL expression that returns a UUID of version 7, as the service generates.
const newID = "encode(overlay(uuid_send(gen_random_uuid()) PLACING substring(int8send((extract(epoch FROM " +
	"clock_timestamp()) * 1000)::bigint) FROM 3) FROM 1 FOR 6), 'hex')::uuid"

func exec(t *testing.T, pool *pgxpool.Pool, sql string, args ...any) {
	t.Helper()
	if _, err := pool.Exec(t.Context(), sql, args...); err != nil {
		t.Fatal(err)
	}
}

// next returns the next event of a topic.
func next(t *testing.T, l *Listener, topic Topic) Event {
	t.Helper()
	deadline := time.After(waitLimit)
	for {
		select {
		case e, ok := <-l.Events:
			if !ok {
				t.Fatal("the listener was closed")
			}
			if e.Topic == topic {
				return e
			}
		case <-deadline:
			t.Fatalf("no event of %s", topic)
		}
	}
}

// TestChangesAreReported makes each kind of change after Ready, because earlier changes are not
// reported.
func TestChangesAreReported(t *testing.T) {
	t.Parallel()
	b, pool, id := newTestBroadcaster(t)
	watching, other := b.Listen(id, 0), b.Listen(uuid.Nil, 0)
	next(t, watching, Ready)
	for topic, change := range map[Topic]string{
		Health: "UPDATE endpoint_states SET health = CASE health WHEN 'ok' THEN 'failing' ELSE 'ok' END",
		Sources: "INSERT INTO audit_events (id, at, actor_email, actor_name, actor_role, action, target_type, " +
			"target_id, target_name, source_id, changes) SELECT " + newID +
			", now(), '', '', '', 'source.updated', 'source', id, name, id, '[]' FROM sources",
		Checks: "UPDATE endpoint_states SET last_attempt_at = clock_timestamp()",
		Suggestions: "INSERT INTO suggestions (id, kind, state, source_id, subject, evidence) SELECT gen_random_uuid(), " +
			"'archive', 'open', id, gen_random_uuid(), '{}' FROM sources",
		Imports:   "INSERT INTO imports (id, filename, created_at) SELECT gen_random_uuid(), 'list.opml', now()",
		Incidents: "INSERT INTO job_pauses (id, kind, paused_at) VALUES (gen_random_uuid(), gen_random_uuid(), now())",
	} {
		exec(t, pool, change)
		e := next(t, watching, topic)
		if named := topic == Health || topic == Sources ||
			topic == Checks; named != (len(e.Sources) == 1 && e.Sources[0] == id) {
			t.Errorf("%s: the event names %v", topic, e.Sources)
		}
	}
	for _, change := range []string{
		"INSERT INTO incidents (id, scope, worker, failure, checks, failed, domains, started_at) VALUES " +
			"(gen_random_uuid(), 'service', '', 'dns', 20, 20, 20, now())",
		"UPDATE incidents SET ended_at = now()",
	} {
		exec(t, pool, change)
		next(t, watching, Incidents)
	}
	for len(other.Events) > 0 {
		if e, ok := <-other.Events; ok && e.Topic == Checks {
			t.Error("a listener that watches no source received checks")
		}
	}
}

// TestAChangeIsReportedOnce reads twice after one change, within the overlap.
func TestAChangeIsReportedOnce(t *testing.T) {
	t.Parallel()
	b, pool, id := newTestBroadcaster(t)
	r := &reader{pool: b.pool}
	read := func() []Event {
		t.Helper()
		events, err := r.read(t.Context(), []uuid.UUID{})
		if err != nil {
			t.Fatal(err)
		}
		return events
	}
	if events := read(); len(events) != 0 {
		t.Errorf("the first read reports %v", events)
	}
	exec(t, pool, "UPDATE endpoint_states SET health = 'failing'")
	if events := read(); len(events) != 1 || events[0].Topic != Health || events[0].Sources[0] != id {
		t.Errorf("after a change: %v", events)
	}
	// A transaction that began earlier commits later.
	exec(t, pool, "INSERT INTO source_health_changes SELECT now() - interval '5 seconds', id, 'ok', '' FROM sources")
	if events := read(); len(events) != 1 {
		t.Errorf("after a late commit: %v", events)
	}
	if events := read(); len(events) != 0 {
		t.Errorf("the changes are reported again: %v", events)
	}
}

func TestListenersEnd(t *testing.T) {
	t.Parallel()
	b, _, _ := newTestBroadcaster(t)
	slow := b.Listen(uuid.Nil, 0)
	for range listenerBuffer + 1 {
		b.send(1, []Event{{Topic: Imports}})
	}
	received := 0
	for range slow.Events { // ends, because a listener that does not read is closed
		received++
	}
	if received != listenerBuffer {
		t.Errorf("received %d events, want %d", received, listenerBuffer)
	}
	b.Remove(slow) // again, as the stream does
	open := b.Listen(uuid.Nil, 0)
	b.Close()
	for e := range open.Events { // ends
		if e.Topic != Ready {
			t.Errorf("an event of %s after Close", e.Topic)
		}
	}
	if b.Listen(uuid.Nil, 0) != nil {
		t.Error("a closed broadcaster accepts a listener")
	}
}

// TestResume checks which events a client receives when it reconnects.
func TestResume(t *testing.T) {
	t.Parallel()
	second := Position(time.Second.Microseconds())
	source := uuid.New()
	withHistory := func() *Broadcaster { // the history begins at 100 s
		b := NewBroadcaster(nil)
		b.isRunning = true // without reads
		b.send(100*second, nil)
		b.send(110*second, []Event{{Topic: Imports}})
		b.send(120*second, []Event{{Topic: Health, Sources: []uuid.UUID{source}},
			{Topic: Checks, Sources: []uuid.UUID{source}}})
		b.send(130*second, nil)
		return b
	}
	for name, c := range map[string]struct {
		after   Position
		watched uuid.UUID
		change  func(*Broadcaster)
		resumed bool
		want    []Topic
	}{
		"new":                {after: 0},
		"nothing missed":     {after: 130 * second, resumed: true},
		"one event missed":   {after: 115 * second, resumed: true, want: []Topic{Health}},
		"all missed":         {after: 100 * second, resumed: true, want: []Topic{Imports, Health}},
		"of the same read":   {after: 120 * second, resumed: true, want: []Topic{Health}},
		"watched source":     {after: 125 * second, watched: source, resumed: true, want: []Topic{Checks}},
		"before the history": {after: 99 * second},
		"of another process": {after: 150 * second, resumed: true},
		"in the future":      {after: 1000 * second},
		"negative":           {after: -1},
		"more than the buffer": {after: 100 * second,
			change: func(b *Broadcaster) { b.send(140*second, make([]Event, listenerBuffer)) }},
		"history dropped": {after: 109 * second,
			change: func(b *Broadcaster) { b.send(140*second, make([]Event, maxHistory-1)) }},
		"first event dropped": {after: 139 * second, resumed: false, change: func(b *Broadcaster) {
			b.send(140*second, make([]Event, maxHistory))
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := withHistory()
			if c.change != nil {
				c.change(b)
			}
			l := b.Listen(c.watched, c.after)
			var got []Topic
			for len(l.Events) > 0 {
				got = append(got, (<-l.Events).Topic)
			}
			if want := append([]Topic{Ready}, c.want...); l.Resumed != c.resumed || !slices.Equal(got, want) {
				t.Errorf("resumed %v with %v, want %v with %v", l.Resumed, got, c.resumed, want)
			}
		})
	}
}

// TestResumeAfterIdleness checks that a change while there is no listener is reported to a client
// that reconnects.
func TestResumeAfterIdleness(t *testing.T) {
	t.Parallel()
	b, pool, _ := newTestBroadcaster(t)
	first := b.Listen(uuid.Nil, 0)
	next(t, first, Ready)
	position := b.Position()
	b.Remove(first)
	exec(t, pool, "INSERT INTO imports (id, filename, created_at) SELECT gen_random_uuid(), 'list.opml', now()")
	again := b.Listen(uuid.Nil, position)
	if !again.Resumed {
		t.Error("not resumed")
	}
	next(t, again, Imports)
}
