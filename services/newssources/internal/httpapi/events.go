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

	"github.com/newsources/newsources/services/newssources/internal/alerting/updates"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/convert"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/input"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/stream"
	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

const (
	// maxStreams is the maximum number of open streams of a member. Each visible browser tab has one.
	maxStreams = 8
	// maxAllStreams is the maximum number of open streams of a process. Each takes about 50 KB of
	// memory.
	maxAllStreams = 1000
	// heartbeat is the interval at which a stream sends a comment and checks the access of the member
	// again. It is shorter than the idle time-outs of proxies (60 s).
	heartbeat = 15 * time.Second
	// streamRetryAfter is the Retry-After of a rejected stream. Meanwhile, the client polls.
	streamRetryAfter = time.Minute
)

// StreamEvents sends changes to an open page as server-sent events, until the client disconnects,
// the member loses access or the server stops.
func (s *server) StreamEvents(ctx context.Context,
	request api.StreamEventsRequestObject) (api.StreamEventsResponseObject,
	error) {
	person, _ := identity.FromContext(ctx)
	if !s.streams.TryAcquire(person.ID, 1) {
		if s.streams.Held(person.ID) < maxStreams {
			return nil, problem.New(problem.Busy, "The server already has %d open streams. This page is updated less often.",
				maxAllStreams).WithRetryAfter(streamRetryAfter)
		}
		return nil, problem.New(problem.Busy, "You already have %d open streams. This page is updated less often until you "+
			"close another one.", maxStreams).WithRetryAfter(streamRetryAfter)
	}
	listener := s.Updates.Listen(convert.OrZero(request.Params.Source), lastEventID(request.Params.LastEventID))
	if listener == nil {
		s.streams.Release(person.ID, 1)
		return nil, problem.New(problem.Unavailable, "The server is stopping. Connect again in a few seconds.").
			WithRetryAfter(busyRetryAfter)
	}
	end := s.Metrics.BeginStream()
	return updateStream{ctx: ctx, listener: listener, position: s.Updates.Position, beat: heartbeat,
		hasAccess: func() bool { return s.hasAccess(ctx) }, release: func() {
			s.Updates.Remove(listener)
			s.streams.Release(person.ID, 1)
			end()
		}}, nil
}

// lastEventID returns the position of a Last-Event-ID header, or zero if there is none or it is not
// a number.
func lastEventID(header *string) updates.Position {
	n, _ := strconv.ParseInt(convert.OrZero(header), 10, 64)
	return updates.Position(n)
}

// hasAccess reports whether the token of a request is still accepted.
func (s *server) hasAccess(ctx context.Context) bool {
	r := ctx.(*gin.Context).Request
	token, err := identity.Bearer(r)
	if err != nil {
		return false
	}
	member, err := s.verify(r.Context(), token)
	if err == nil {
		_, err = member(r.Context())
	}
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
	if input.IsHead(u.ctx) {
		return nil
	}
	connection := http.NewResponseController(w)
	send := func(text string) error {
		stream.ExtendDeadline(connection)
		if _, err := fmt.Fprint(w, text); err != nil {
			return err
		}
		return connection.Flush()
	}
	beat := time.NewTicker(u.beat)
	defer beat.Stop()
	if connection.Flush() != nil {
		return nil // the client has disconnected
	}
	for {
		select {
		case <-u.ctx.Done():
			return nil
		case e, ok := <-u.listener.Events:
			if !ok || send(u.text(e)) != nil {
				return nil
			}
		case <-beat.C:
			if !u.hasAccess() || send(idText(u.writtenPosition())+": \n\n") != nil {
				return nil
			}
		}
	}
}

// writtenPosition returns the current position if all events up to it have been written, or zero. A
// client that reconnects with this position misses no event.
func (u updateStream) writtenPosition() updates.Position {
	position := u.position() // read before the events are counted, because a later read of the changes may add events
	if len(u.listener.Events) > 0 {
		return 0
	}
	return position
}

// text returns an event in the format of text/event-stream.
func (u updateStream) text(e updates.Event) string {
	id, content := e.ID, api.UpdateEvent{Sources: listOrNil(e.Sources)}
	if e.Topic == updates.Ready {
		id, content = u.writtenPosition(), api.UpdateEvent{Resumed: &u.listener.Resumed}
	}
	data, _ := json.Marshal(content)
	return fmt.Sprintf("%sevent: %s\ndata: %s\n\n", idText(id), e.Topic, data)
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
