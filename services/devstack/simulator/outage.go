package simulator

import (
	"encoding/json"
	"net"
	"net/http"
	"time"
)

// Outage is a period, by the clock of the sites, in which a feed fails.
type Outage struct {
	From, To time.Time
	Failure  Failure
}

// networkSwitch is not a site. A POST request to it ends or restores the network: without it, no
// name is resolved and no request is answered.
const networkSwitch = "network-switch.test"

// toggleNetwork ends or restores the network.
func (s *Simulator) toggleNetwork(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPost {
		http.Error(w, "A POST request ends or restores the network.", http.StatusMethodNotAllowed)
		return
	}
	isDown := !s.dns.isDown.Load()
	s.SetNetwork(!isDown)
	_ = json.NewEncoder(w).Encode(map[string]bool{"network": !isDown})
}

// SetNetwork ends or restores the network.
func (s *Simulator) SetNetwork(works bool) { s.dns.isDown.Store(!works) }

// Failure is how a feed fails.
type Failure int

// The failures of a feed.
const (
	ServerError        Failure = iota // status 500
	ServiceUnavailable                // status 503
	NotFound                          // status 404
	HTMLPage                          // an HTML page instead of the feed
	ConnectionClosed                  // no response
	FailureCount                      // the number of failures
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

// handler returns a handler that fails in this way.
func (f Failure) handler() http.HandlerFunc {
	switch f {
	case ServiceUnavailable:
		return respondStatus(http.StatusServiceUnavailable, nil)
	case NotFound:
		return respondStatus(http.StatusNotFound, nil)
	case HTMLPage:
		return respond("text/html",
			"<!doctype html><html><head><title>Maintenance</title></head><body><h1>Maintenance</h1><p>The feed will be back "+
				"soon.</p></body></html>")
	case ConnectionClosed:
		return hijack(func(net.Conn) {})
	}
	return respondStatus(http.StatusInternalServerError, nil)
}
