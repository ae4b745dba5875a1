// Package updates tells open screens what has changed, so that they read it again. One query per interval and process serves all
// listeners (ADR 26).
package updates

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
)

const (
	// interval is the time between two reads of the changes. It is shorter than a person notices as a delay after a check.
	interval = 2 * time.Second
	// overlap is how far each read goes back before the last one: a change has the time at which its transaction began, and
	// becomes visible when it commits. A batch of checks takes well below a second.
	overlap = 15 * time.Second
	// maxSources is the number of sources that an event names. More changes at once are reported without names.
	maxSources = 200
	// readTimeout limits a read, because it holds one of the few connections for probes and members.
	readTimeout = 2 * time.Second
	// maxHistory is the number of events that are kept for clients that connect again; it takes at most 2 MB of memory.
	maxHistory = 500
	// maxIdle is how long after the last listener the next read still reports what has changed since.
	maxIdle = 5 * time.Minute
	// positionSkew allows for processes that read at different times.
	positionSkew = time.Minute
)

// Topic is what has changed.
type Topic string

// The topics.
const (
	Health      Topic = "health"      // the health of sources
	Sources     Topic = "sources"     // changes of sources and endpoints that the history records
	Checks      Topic = "checks"      // the checks of a watched source
	Suggestions Topic = "suggestions" // suggestions were made, decided or closed
	Imports     Topic = "imports"     // imports were started or have ended
	Incidents   Topic = "incidents"   // an incident or a pause of the checks began or ended
)

// Event is a change. Without sources, Health and Sources concern more sources than an event names.
type Event struct {
	ID      Position
	Topic   Topic
	Sources []uuid.UUID
}

// Position is the time of a read in microseconds, by the clock of the database, so that it has the same meaning in all processes. It is
// zero before the first read.
type Position int64

// Listener receives the events of a stream.
type Listener struct {
	Events  chan Event
	Resumed bool      // the events since the position of Listen are reported
	watched uuid.UUID // the source whose checks are reported, or Nil
}

// listenerBuffer holds the events of several reads. If a listener does not read them, it is closed, and its client catches up when it
// connects again.
const listenerBuffer = 32

// Feed reads the changes while it has listeners.
type Feed struct {
	pool     *pgxpool.Pool
	interval time.Duration

	mu        sync.Mutex
	listeners map[*Listener]bool
	isRunning bool
	closed    bool
	position  Position // of the last read
	history   []Event  // the last events after since, oldest first, without Checks
	since     Position
	idleFrom  time.Time // when the last listener was removed
	reader    *reader   // used by run
}

// NewFeed returns a feed that reads with pool, which must not be the pool of requests.
func NewFeed(pool *pgxpool.Pool) *Feed {
	return &Feed{pool: pool, interval: interval, listeners: map[*Listener]bool{}, reader: &reader{pool: pool}}
}

// Listen adds a listener, which must be removed by Remove. It watches the checks of a source, unless watched is Nil. If the history reaches
// back to the position after, the listener receives the events since then. It returns nil if the feed is closed.
func (f *Feed) Listen(watched uuid.UUID, after Position) *Listener {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.closed {
		return nil
	}
	if !f.isRunning && time.Since(f.idleFrom) > maxIdle {
		f.position, f.history, f.since, f.reader = 0, nil, 0, &reader{pool: f.pool}
	}
	l := &Listener{Events: make(chan Event, listenerBuffer), watched: watched}
	if missed, ok := f.eventsAfter(after); ok {
		l.Resumed = true
		if watched != uuid.Nil { // the history has no checks
			missed = append(missed, Event{f.position, Checks, []uuid.UUID{watched}})
		}
		for _, e := range missed {
			l.Events <- e
		}
	}
	f.listeners[l] = true
	if !f.isRunning {
		f.isRunning = true
		go f.run()
	}
	return l
}

// eventsAfter returns the events after a position, or false if not all are known or they exceed the buffer of a listener. Events of the
// second before are repeated, because a read sees the changes until shortly after its position.
func (f *Feed) eventsAfter(after Position) (missed []Event, ok bool) {
	if after <= 0 || f.since == 0 || after < f.since || after > f.position+Position(positionSkew.Microseconds()) {
		return nil, false
	}
	for _, e := range f.history {
		if e.ID > after-Position(time.Second.Microseconds()) {
			missed = append(missed, e)
		}
	}
	return missed, len(missed) < listenerBuffer/2
}

// Position returns the position of the last read. The events until then have been sent to the listeners.
func (f *Feed) Position() Position {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.position
}

// Remove ends a listener.
func (f *Feed) Remove(l *Listener) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.remove(l)
}

func (f *Feed) remove(l *Listener) {
	if f.listeners[l] {
		delete(f.listeners, l)
		close(l.Events)
	}
}

// Close ends all listeners, so that a server can drain its streams.
func (f *Feed) Close() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.closed = true
	for l := range f.listeners {
		f.remove(l)
	}
}

// run reads and sends changes until there is no listener.
func (f *Feed) run() {
	ticker := time.NewTicker(f.interval)
	defer ticker.Stop()
	for {
		watched, ok := f.watched()
		if !ok {
			return
		}
		ctx, cancel := context.WithTimeout(context.Background(), readTimeout)
		events, err := f.reader.read(ctx, watched)
		cancel()
		if err == nil { // after an error, the next read also finds the changes of this one
			f.send(Position(f.reader.until.UnixMicro()), events)
		}
		<-ticker.C
	}
}

// watched returns the watched sources, or false if there is no listener: the caller then stops.
func (f *Feed) watched() (ids []uuid.UUID, ok bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.listeners) == 0 {
		f.isRunning, f.idleFrom = false, time.Now()
		return nil, false
	}
	ids = []uuid.UUID{} // a NULL would match nothing
	for l := range f.listeners {
		if l.watched != uuid.Nil {
			ids = append(ids, l.watched)
		}
	}
	return ids, true
}

// send sends the events of a read to the listeners and keeps them for those that connect again.
func (f *Feed) send(position Position, events []Event) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.position = position
	if f.since == 0 {
		f.since = position
	}
	for i := range events {
		events[i].ID = position
		if events[i].Topic != Checks {
			f.history = append(f.history, events[i])
		}
	}
	if drop := len(f.history) - maxHistory; drop > 0 {
		f.since = f.history[drop-1].ID
		f.history = slices.Delete(f.history, 0, drop)
	}
	for l := range f.listeners {
		for _, e := range events {
			if e.Topic == Checks && e.Sources[0] != l.watched {
				continue
			}
			select {
			case l.Events <- e:
				continue
			default:
			}
			f.remove(l)
			break
		}
	}
}
