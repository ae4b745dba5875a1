package simulator

import (
	"net"
	"net/http"
	"time"
)

// Outage is a period, by the clock of the sites, in which a feed fails.
type Outage struct {
	From, To time.Time
	Failure  Failure
}

// Failure is how a feed fails.
type Failure int

// The failures.
const (
	FailsWithError    Failure = iota // status 500
	IsUnavailable                    // status 503
	IsMissing                        // status 404
	IsPage                           // an HTML page instead of the feed
	ClosesConnections                // no response
	FailureCount                     // the number of failures
)

// outageAt returns the handler of the outage at a time, or nil.
func (f Feed) outageAt(at time.Time) http.HandlerFunc {
	for _, o := range f.Outages {
		if !at.Before(o.From) && at.Before(o.To) {
			return o.Failure.handler()
		}
	}
	return nil
}

func (f Failure) handler() http.HandlerFunc {
	switch f {
	case IsUnavailable:
		return respondStatus(http.StatusServiceUnavailable, nil)
	case IsMissing:
		return respondStatus(http.StatusNotFound, nil)
	case IsPage:
		return respond("text/html", "<!doctype html><html><head><title>Maintenance</title></head><body><h1>Maintenance</h1><p>The feed will be back soon.</p></body></html>")
	case ClosesConnections:
		return hijack(func(net.Conn) {})
	}
	return respondStatus(http.StatusInternalServerError, nil)
}
