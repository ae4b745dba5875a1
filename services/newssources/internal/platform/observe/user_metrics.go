package observe

import "github.com/prometheus/client_golang/prometheus"

// userMetrics counts sign-ins and imports.
type userMetrics struct {
	signIns, imports *prometheus.CounterVec
}

func newUserMetrics() userMetrics {
	counter := func(name, help string) *prometheus.CounterVec {
		return prometheus.NewCounterVec(prometheus.CounterOpts{Namespace: namespace, Name: name, Help: help},
			[]string{"outcome"})
	}
	u := userMetrics{
		signIns: counter("sign_ins_total", "Requests for a session, which the app makes when it is opened, by outcome: "+
			"accepted, refused (4xx), failed (5xx)."),
		imports: counter("imports_total", "Imports that ended, by outcome: done, failed."),
	}
	// Created at the start, so that rates include the first event.
	for _, outcome := range []string{"accepted", "refused", "failed"} {
		u.signIns.WithLabelValues(outcome)
	}
	for _, outcome := range []string{"done", "failed"} {
		u.imports.WithLabelValues(outcome)
	}
	return u
}

// SignedIn records the status of the response to a request for a session.
func (m *Metrics) SignedIn(status int) {
	outcome := "accepted"
	switch {
	case status >= 500:
		outcome = "failed"
	case status >= 400:
		outcome = "refused"
	}
	m.users.signIns.WithLabelValues(outcome).Inc()
}

// ImportEnded records the end of an import. outcome is done or failed.
func (m *Metrics) ImportEnded(outcome string) { m.users.imports.WithLabelValues(outcome).Inc() }
