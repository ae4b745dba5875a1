package observe

import "github.com/prometheus/client_golang/prometheus"

// websubMetrics are the metrics of WebSub subscriptions.
type websubMetrics struct{ requests, deliveries *prometheus.CounterVec }

func newWebSubMetrics() websubMetrics {
	counter := func(name, help string, labels ...string) *prometheus.CounterVec {
		return prometheus.NewCounterVec(prometheus.CounterOpts{Namespace: namespace, Subsystem: "websub", Name: name,
			Help: help}, labels)
	}
	m := websubMetrics{
		requests: counter("requests_total", "Requests to WebSub hubs, by mode (subscribe, unsubscribe) and result "+
			"(accepted, failed).", "mode", "result"),
		deliveries: counter("deliveries_total", "Deliveries of WebSub hubs, by result: accepted, forged (wrong signature), "+
			"limited, unknown (no such subscription).", "result"),
	}
	// Created at the start, so that rates include the first event.
	for _, mode := range []string{"subscribe", "unsubscribe"} {
		for _, result := range []string{"accepted", "failed"} {
			m.requests.WithLabelValues(mode, result)
		}
	}
	for _, result := range []string{"accepted", "forged", "limited", "unknown"} {
		m.deliveries.WithLabelValues(result)
	}
	return m
}

// HubRequested counts a request to a WebSub hub. Both labels must be of a bounded set.
func (m *Metrics) HubRequested(mode, result string) {
	m.websub.requests.WithLabelValues(mode, result).Inc()
}

// HubDelivered counts a delivery of a WebSub hub. The label must be of a bounded set.
func (m *Metrics) HubDelivered(result string) { m.websub.deliveries.WithLabelValues(result).Inc() }
