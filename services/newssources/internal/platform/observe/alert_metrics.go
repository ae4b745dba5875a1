package observe

import "github.com/prometheus/client_golang/prometheus"

// alertMetrics are the metrics of alerts.
type alertMetrics struct {
	deliveries *prometheus.CounterVec
	firing     prometheus.Gauge
}

func newAlertMetrics() alertMetrics {
	m := alertMetrics{
		deliveries: prometheus.NewCounterVec(prometheus.CounterOpts{
			Namespace: namespace, Subsystem: "alerts", Name: "deliveries_total",
			Help: "Attempts to deliver an alert, by channel (email, webhook) and outcome (sent, retried, failed).",
		}, []string{"channel", "outcome"}),
		firing: prometheus.NewGauge(prometheus.GaugeOpts{
			Namespace: namespace, Subsystem: "alerts", Name: "rules_firing",
			Help: "Alert rules with a firing alert, at the last evaluation of this process. Use the maximum of all replicas.",
		}),
	}
	for _, channel := range []string{"email", "webhook"} { // created at the start, so that rates include the first event
		for _, outcome := range []string{"sent", "retried", "failed"} {
			m.deliveries.WithLabelValues(channel, outcome)
		}
	}
	return m
}

// Delivered records an attempt of a delivery.
func (m *Metrics) Delivered(channel, outcome string) {
	m.alerts.deliveries.WithLabelValues(channel, outcome).Inc()
}

// Firing sets the number of rules with a firing alert.
func (m *Metrics) Firing(rules int) { m.alerts.firing.Set(float64(rules)) }
