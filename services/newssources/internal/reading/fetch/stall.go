package fetch

import (
	"context"
	"errors"
	"io"
	"sync/atomic"
	"time"
)

var errStalled = errors.New("no byte of the body arrived in time")

// stallReader reads a response body. After a call of start, it cancels the request when a single
// Read takes longer than timeout; the Read then fails with errStalled. The time between two reads
// does not count, for example the time to reserve memory.
type stallReader struct {
	body    io.Reader
	timeout time.Duration
	end     context.CancelFunc // cancels the request
	timer   *time.Timer        // nil before start
	stalled atomic.Bool
}

// start begins to limit the time of each Read.
func (s *stallReader) start() {
	s.timer = time.AfterFunc(s.timeout, func() {
		s.stalled.Store(true)
		s.end()
	})
	s.timer.Stop() // until the next Read
}

// Read implements io.Reader.
func (s *stallReader) Read(p []byte) (int, error) {
	if s.timer != nil {
		s.timer.Reset(s.timeout)
		defer s.timer.Stop()
	}
	n, err := s.body.Read(p)
	if err != nil && s.stalled.Load() {
		err = errStalled
	}
	return n, err
}
