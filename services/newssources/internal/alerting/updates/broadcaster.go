// Package updates reports changes to open pages, which then refetch the data. Each process reads
// the changes once per interval for all listeners (ADR 26).
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
	// interval is the time between two reads of the changes.
	interval = 2 * time.Second
	// overlap is how far each read goes back before the last one: a change has the time at which its
	// transaction began, and becomes visible when it commits. A batch of checks takes well below a
	// second.
	overlap = 15 * time.Second
	// maxSources is the maximum number of sources that an event names. An event about more sources
	// names none.
	maxSources = 200
	// readTimeout limits a read, because it uses one of the few control connections, which probes and
	// the authentication of members need.
	readTimeout = 2 * time.Second
	// maxHistory is the number of events that are kept for clients that connect again; it takes at
	// most 2 MB of memory.
	maxHistory = 500
	// maxIdle is the maximum time without listeners after which the next read still reports the
	// changes since the last read.
	maxIdle = 5 * time.Minute
	// positionSkew is how far a client's position may be ahead of that of this process, because
	// processes read at different times.
	positionSkew = time.Minute
)

// Topic is the kind of data that has changed.
type Topic string

// The topics.
const (
	Ready       Topic = "ready"       // the first event of each listener: all later changes are reported
	Health      Topic = "health"      // the health of sources
	Sources     Topic = "sources"     // changes of sources and endpoints that are in the history
	Checks      Topic = "checks"      // the checks of a watched source
	Suggestions Topic = "suggestions" // suggestions were made, decided or closed
	Imports     Topic = "imports"     // imports were started or have ended
	ChangeSets  Topic = "change_sets" // change sets were made, have progressed or have ended
	Incidents   Topic = "incidents"   // an incident or a pause of the checks began or ended
)

// Event reports changes of a topic. An event of Health or Sources without sources concerns more
// than maxSources sources.
type Event struct {
	ID      Position
	Topic   Topic
	Sources []uuid.UUID
}

// Position is the time of a read in microseconds, by the clock of the database, so that it has the
// same meaning in all processes. It is zero before the first read.
type Position int64

// Listener receives the events of a stream.
type Listener struct {
	Events  chan Event
	Resumed bool      // whether the events since the position given to Listen are sent
	watched uuid.UUID // the source whose checks are reported, or uuid.Nil
	isReady bool      // whether Ready was sent
}

// listenerBuffer is the number of unread events of a listener, which is several reads. A listener
// that exceeds it is closed; its client receives the missed events when it reconnects.
const listenerBuffer = 32

// Broadcaster reads the changes while it has listeners, and sends them to all of them.
type Broadcaster struct {
	pool     *pgxpool.Pool
	interval time.Duration

	mu        sync.Mutex
	listeners map[*Listener]bool
	isRunning bool
	closed    chan struct{} // closed by Close
	position  Position      // of the last read
	history   []Event       // the last events after since, oldest first, without Checks
	since     Position
	idleFrom  time.Time // when the last listener was removed
	reader    *reader   // used by run
}

// NewBroadcaster returns a broadcaster that reads with pool, which must not be the pool of
// requests.
func NewBroadcaster(pool *pgxpool.Pool) *Broadcaster {
	return &Broadcaster{pool: pool, interval: interval, listeners: map[*Listener]bool{}, reader: &reader{pool: pool},
		closed: make(chan struct{})}
}

// Listen adds a listener, which the caller must remove with Remove. The listener receives the
// checks of the source watched, unless watched is uuid.Nil. If the history reaches back to the
// position after, the listener receives the events since then. Ready follows the first read, which
// does not report changes. Listen returns nil if the broadcaster is closed.
func (b *Broadcaster) Listen(watched uuid.UUID, after Position) *Listener {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.isClosed() {
		return nil
	}
	if !b.isRunning && time.Since(b.idleFrom) > maxIdle {
		b.position, b.history, b.since, b.reader = 0, nil, 0, &reader{pool: b.pool}
	}
	l := &Listener{Events: make(chan Event, listenerBuffer), watched: watched, isReady: b.position != 0}
	if l.isReady {
		l.Events <- Event{Topic: Ready}
	}
	if missed, ok := b.eventsAfter(after); ok {
		l.Resumed = true
		if watched != uuid.Nil { // the history has no checks
			missed = append(missed, Event{b.position, Checks, []uuid.UUID{watched}})
		}
		for _, e := range missed {
			l.Events <- e
		}
	}
	b.listeners[l] = true
	if !b.isRunning {
		b.isRunning = true
		go b.run()
	}
	return l
}

// eventsAfter returns the events after a position, or false if not all are in the history or they
// exceed half of the buffer of a listener. Events of the second before the position are repeated,
// because a read also returns changes that were made shortly after its position.
func (b *Broadcaster) eventsAfter(after Position) (missed []Event, ok bool) {
	if after <= 0 || b.since == 0 || after < b.since || after > b.position+Position(positionSkew.Microseconds()) {
		return nil, false
	}
	for _, e := range b.history {
		if e.ID > after-Position(time.Second.Microseconds()) {
			missed = append(missed, e)
		}
	}
	return missed, len(missed) < listenerBuffer/2
}

// Position returns the position of the last read, whose events have been sent to the listeners.
func (b *Broadcaster) Position() Position {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.position
}

// Remove removes a listener and closes its channel. Removing it again has no effect.
func (b *Broadcaster) Remove(l *Listener) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.remove(l)
}

func (b *Broadcaster) remove(l *Listener) {
	if b.listeners[l] {
		delete(b.listeners, l)
		close(l.Events)
	}
}

// Close removes all listeners, so that the server can drain its streams.
func (b *Broadcaster) Close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.isClosed() {
		close(b.closed)
	}
	for l := range b.listeners {
		b.remove(l)
	}
}

// Closed returns a channel that is closed when the broadcaster is, because the server stops.
func (b *Broadcaster) Closed() <-chan struct{} { return b.closed }

func (b *Broadcaster) isClosed() bool {
	select {
	case <-b.closed:
		return true
	default:
		return false
	}
}

// run reads and sends changes until there is no listener.
func (b *Broadcaster) run() {
	ticker := time.NewTicker(b.interval)
	defer ticker.Stop()
	for {
		watched, ok := b.watched()
		if !ok {
			return
		}
		ctx, cancel := context.WithTimeout(context.Background(), readTimeout)
		events, err := b.reader.read(ctx, watched)
		cancel()
		if err == nil { // after an error, the next read also returns the changes of this one
			b.send(Position(b.reader.until.UnixMicro()), events)
		}
		<-ticker.C
	}
}

// watched returns the watched sources, or false if there is no listener and run must stop.
func (b *Broadcaster) watched() (ids []uuid.UUID, ok bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.listeners) == 0 {
		b.isRunning, b.idleFrom = false, time.Now()
		return nil, false
	}
	ids = []uuid.UUID{} // a NULL would match nothing
	for l := range b.listeners {
		if l.watched != uuid.Nil {
			ids = append(ids, l.watched)
		}
	}
	return ids, true
}

// send sends the events of a read to the listeners and adds them to the history for clients that
// reconnect.
func (b *Broadcaster) send(position Position, events []Event) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.position = position
	if b.since == 0 {
		b.since = position
	}
	for i := range events {
		events[i].ID = position
		if events[i].Topic != Checks {
			b.history = append(b.history, events[i])
		}
	}
	if drop := len(b.history) - maxHistory; drop > 0 {
		b.since = b.history[drop-1].ID
		b.history = slices.Delete(b.history, 0, drop)
	}
	for l := range b.listeners {
		if !l.isReady {
			l.isReady = true
			l.Events <- Event{Topic: Ready}
		}
		for _, e := range events {
			if e.Topic == Checks && e.Sources[0] != l.watched {
				continue
			}
			select {
			case l.Events <- e:
				continue
			default:
			}
			b.remove(l)
			break
		}
	}
}
