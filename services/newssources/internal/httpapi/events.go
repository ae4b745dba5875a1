package httpapi

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/identity"
	"github.com/newsources/newsources/services/newssources/internal/problem"
	"github.com/newsources/newsources/services/newssources/internal/updates"
)

const (
	// maxStreams is the number of open streams of a member: one per visible window.
	maxStreams = 8
	// maxAllStreams is the number of open streams of a process. Each takes about 50 KB of memory.
	maxAllStreams = 1000
	// heartbeat is the interval in which an idle stream sends a comment, below the idle time-outs of proxies (60 s), and in which the
	// access of the member is checked again.
	heartbeat = 15 * time.Second
	// writeTimeout ends a stream whose client does not read.
	writeTimeout = 10 * time.Second
	// streamRetryAfter is the Retry-After of a rejected stream; until then, the client polls.
	streamRetryAfter = time.Minute
)

// StreamEvents sends the changes that concern open screens as server-sent events, until the client disconnects, the member loses the access
// or the server stops.
func (s *server) StreamEvents(ctx context.Context, request StreamEventsRequestObject) (StreamEventsResponseObject, error) {
	person, _ := identity.FromContext(ctx)
	if !s.streams.TryAcquire(person.ID, 1) {
		if s.streams.Held(person.ID) < maxStreams {
			return nil, problem.New(problem.Unavailable, "The server already sends updates to %d windows. This one is updated less often.", maxAllStreams).WithRetryAfter(streamRetryAfter)
		}
		return nil, problem.New(problem.Busy, "%d of your windows receive updates already. This one is updated less often until you close another.", maxStreams).WithRetryAfter(streamRetryAfter)
	}
	listener := s.Updates.Listen(valueOrZero(request.Params.Source), lastEventID(request.Params.LastEventID))
	if listener == nil {
		s.streams.Release(person.ID, 1)
		return nil, problem.New(problem.Unavailable, "The server is stopping. Connect again in a few seconds.").WithRetryAfter(busyRetryAfter)
	}
	end := s.Metrics.BeginStream()
	return updateStream{ctx: ctx, listener: listener, position: s.Updates.Position, beat: heartbeat, hasAccess: func() bool { return s.hasAccess(ctx) }, release: func() {
		s.Updates.Remove(listener)
		s.streams.Release(person.ID, 1)
		end()
	}}, nil
}

// lastEventID returns the position of a Last-Event-ID header, or zero if there is none or it was not made by this server.
func lastEventID(header *string) updates.Position {
	n, _ := strconv.ParseInt(valueOrZero(header), 10, 64)
	return updates.Position(n)
}

// hasAccess reports whether the token of a request is still accepted.
func (s *server) hasAccess(ctx context.Context) bool {
	r := ctx.(*gin.Context).Request
	token, err := identity.Bearer(r)
	if err != nil {
		return false
	}
	authenticate := s.signedInPerson
	if identity.IsAPIToken(token) {
		authenticate = s.tokenOwner
	}
	_, err = authenticate(r.Context(), token)
	return err == nil
}

// updateStream writes the events of a listener.
type updateStream struct {
	ctx       context.Context
	listener  *updates.Listener
	position  func() updates.Position
	beat      time.Duration
	hasAccess func() bool
	release   func()
}

// VisitStreamEventsResponse writes the stream. A HEAD request receives only the header.
func (u updateStream) VisitStreamEventsResponse(w http.ResponseWriter) error {
	defer u.release()
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("X-Accel-Buffering", "no") // prevents nginx from buffering the events
	w.WriteHeader(http.StatusOK)
	if isHead, _ := u.ctx.Value(methodKey{}).(string); isHead == http.MethodHead {
		return nil
	}
	connection := http.NewResponseController(w)
	_ = connection.SetReadDeadline(time.Time{}) // the ReadTimeout of the server would cancel the request
	send := func(text string) error {
		_ = connection.SetWriteDeadline(time.Now().Add(writeTimeout)) // replaces the WriteTimeout of the server
		if _, err := fmt.Fprint(w, text); err != nil {
			return err
		}
		return connection.Flush()
	}
	beat := time.NewTicker(u.beat)
	defer beat.Stop()
	if send(eventText("ready", u.idle(), UpdateEvent{Resumed: &u.listener.Resumed})) != nil {
		return nil // the client has disconnected
	}
	for {
		select {
		case <-u.ctx.Done():
			return nil
		case e, ok := <-u.listener.Events:
			if !ok || send(eventText(string(e.Topic), e.ID, UpdateEvent{Sources: listOrNil(e.Sources)})) != nil {
				return nil
			}
		case <-beat.C:
			if !u.hasAccess() || send(idText(u.idle())+": \n\n") != nil {
				return nil
			}
		}
	}
}

// idle returns the current position if all events until then have been written, or zero. A client that connects again with it misses nothing.
func (u updateStream) idle() updates.Position {
	position := u.position() // before the events are counted: a later read may add some
	if len(u.listener.Events) > 0 {
		return 0
	}
	return position
}

// eventText returns an event in the format of text/event-stream.
func eventText(name string, id updates.Position, event UpdateEvent) string {
	data, _ := json.Marshal(event)
	return fmt.Sprintf("%sevent: %s\ndata: %s\n\n", idText(id), name, data)
}

func idText(id updates.Position) string {
	if id == 0 {
		return ""
	}
	return fmt.Sprintf("id: %d\n", id)
}

func listOrNil(ids []uuid.UUID) *[]uuid.UUID {
	if len(ids) == 0 {
		return nil
	}
	return &ids
}
