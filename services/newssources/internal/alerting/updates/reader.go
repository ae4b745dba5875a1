package updates

import (
	"context"
	"encoding/binary"
	"maps"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// reader reads the changes since its last read.
type reader struct {
	pool  *pgxpool.Pool
	until time.Time // the time of the last read, by the clock of the database; zero before the first one
	// The changes of health and of sources that the last read found, of which those in the overlap are
	// found again.
	seen   map[change]bool
	states map[Topic]string     // by topic, a text that differs after each change
	checks map[uuid.UUID]string // by watched source, a text that differs after each change
}

// change identifies a change: a change of the health of a source by its time, an event of the
// history by its id.
type change struct {
	topic    Topic
	at       time.Time
	eventID  uuid.UUID
	sourceID uuid.UUID
}

const (
	// selectHealth reads from the primary key. The first row contains only the current time.
	selectHealth = `SELECT now(), NULL::timestamptz, NULL::uuid UNION ALL
		(SELECT now(), at, source_id FROM source_health_changes WHERE at > coalesce($1, now()) - $2::interval
		ORDER BY at DESC, source_id LIMIT $3)`

	// selectEvents reads from the primary key, whose values are ordered by time.
	selectEvents = `SELECT id, source_id FROM audit_events WHERE id > $1 ORDER BY id DESC LIMIT $2`

	// selectStates reads the newest rows of tables that grow, so that its cost is bounded. A decision
	// about an older suggestion is an event of the history.
	selectStates = `SELECT 'suggestions',
		(SELECT concat(count(*), ' ', max(id::text))
		FROM (SELECT id FROM suggestions WHERE state = 'open' AND kind <> 'field' ORDER BY id DESC LIMIT 1000) s)
		UNION ALL SELECT 'imports',
		(SELECT concat(count(*), ' ', count(finished_at), ' ', max(finished_at), ' ', string_agg(DISTINCT state, ','))
			FROM (SELECT state, finished_at FROM imports ORDER BY id DESC LIMIT 200) i)
		UNION ALL SELECT 'change_sets',
		(SELECT concat(count(*), ' ', max(updated_at), ' ', max(id::text))
			FROM (SELECT id, updated_at FROM change_sets ORDER BY id DESC LIMIT 200) c)
		UNION ALL SELECT 'incidents',
		concat((SELECT concat(max(started_at), ' ', max(ended_at), ' ', count(ended_at)) FROM incidents), ' ',
			(SELECT string_agg(concat(kind, paused_at), ',' ORDER BY kind) FROM job_pauses))`

	selectChecks = `SELECT e.source_id, concat(max(t.last_attempt_at), ' ', min(t.next_check_at), ' ', sum(t.revision))
		FROM endpoints e JOIN endpoint_states t ON t.endpoint_id = e.id WHERE e.source_id = ANY($1) GROUP BY 1`
)

// read returns the changes since the last read; the first read returns none. It takes one round
// trip.
func (r *reader) read(ctx context.Context, watched []uuid.UUID) (events []Event, err error) {
	var now time.Time
	found, states, checks := map[change]bool{}, map[Topic]string{}, map[uuid.UUID]string{}
	batch := &pgx.Batch{}
	var since *time.Time
	if !r.until.IsZero() {
		since = &r.until
	}
	batch.Queue(selectHealth, since, overlap, maxSources+1).Query(func(rows pgx.Rows) error {
		var at *time.Time
		var id *uuid.UUID
		_, err := pgx.ForEachRow(rows, []any{&now, &at, &id}, func() error {
			if at != nil {
				found[change{topic: Health, at: at.UTC(), sourceID: *id}] = true
			}
			return nil
		})
		return err
	})
	batch.Queue(selectEvents, firstID(since), maxSources+1).Query(func(rows pgx.Rows) error {
		var id, sourceID uuid.UUID
		_, err := pgx.ForEachRow(rows, []any{&id, &sourceID}, func() error {
			found[change{topic: Sources, eventID: id, sourceID: sourceID}] = true
			return nil
		})
		return err
	})
	batch.Queue(selectStates).Query(func(rows pgx.Rows) error {
		var topic Topic
		var state string
		_, err := pgx.ForEachRow(rows, []any{&topic, &state}, func() error { states[topic] = state; return nil })
		return err
	})
	batch.Queue(selectChecks, watched).Query(func(rows pgx.Rows) error {
		var id uuid.UUID
		var state string
		_, err := pgx.ForEachRow(rows, []any{&id, &state}, func() error { checks[id] = state; return nil })
		return err
	})
	if err := r.pool.SendBatch(ctx, batch).Close(); err != nil {
		return nil, err
	}
	if r.states != nil {
		events = r.events(found, states, checks)
	}
	r.until, r.seen, r.states, r.checks = now, found, states, checks
	return events, nil
}

// firstID returns the lowest UUID of version 7 at the time of the last read minus the overlap, or
// at the current time minus the overlap if there was no read.
func firstID(since *time.Time) uuid.UUID {
	from := time.Now()
	if since != nil {
		from = *since
	}
	var id uuid.UUID
	binary.BigEndian.PutUint64(id[:], uint64(from.Add(-overlap).UnixMilli())<<16)
	return id
}

func (r *reader) events(found map[change]bool, states map[Topic]string, checks map[uuid.UUID]string) (events []Event) {
	for _, topic := range []Topic{Health, Sources} {
		total, changed := 0, map[uuid.UUID]bool{}
		for c := range found {
			if c.topic != topic {
				continue
			}
			total++
			if !r.seen[c] && c.sourceID != uuid.Nil { // events about people and tokens have no source
				changed[c.sourceID] = true
			}
		}
		switch {
		case len(changed) == 0:
		case total > maxSources: // there may be more
			events = append(events, Event{Topic: topic})
		default:
			events = append(events, Event{Topic: topic, Sources: slices.Collect(maps.Keys(changed))})
		}
	}
	for topic, state := range states {
		if state != r.states[topic] {
			events = append(events, Event{Topic: topic})
		}
	}
	for id, state := range checks {
		// A source that was not watched at the last read is reported too, because its page may have
		// loaded older data.
		if r.checks[id] != state {
			events = append(events, Event{Topic: Checks, Sources: []uuid.UUID{id}})
		}
	}
	return events
}
