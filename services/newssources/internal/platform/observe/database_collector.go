package observe

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// Database provides the state of the database for its metrics.
type Database interface {
	// HasPendingMigrations reports whether the schema is older than this version needs.
	HasPendingMigrations(ctx context.Context) (bool, error)
	// CertificateExpiry returns the end of the validity of the server certificate of the newest
	// connection, or zero without TLS.
	CertificateExpiry() time.Time
}

// databaseCollector exports the state of the database.
type databaseCollector struct {
	db              Database
	isPending       *cachedQuery[bool]
	pending, expiry *prometheus.Desc
}

// AddDatabase registers the metrics of the schema and the certificate of the database.
func (m *Metrics) AddDatabase(db Database) {
	m.registry.MustRegister(&databaseCollector{
		db: db, isPending: newCachedQuery(db.HasPendingMigrations),
		pending: prometheus.NewDesc(namespace+"_migrations_pending",
			"1 while the schema of the database is older than this version needs. Absent while the database does not answer.",
			nil, nil),
		expiry: prometheus.NewDesc(namespace+"_db_certificate_expiry_timestamp_seconds",
			"End of the validity of the certificate that the database sent with the newest connection. Absent without TLS.", nil,
			nil),
	})
}

// Describe implements prometheus.Collector.
func (c *databaseCollector) Describe(out chan<- *prometheus.Desc) {
	out <- c.pending
	out <- c.expiry
}

// Collect implements prometheus.Collector.
func (c *databaseCollector) Collect(out chan<- prometheus.Metric) {
	if isPending, err := c.isPending.get(); err == nil {
		out <- prometheus.MustNewConstMetric(c.pending, prometheus.GaugeValue, asNumber(isPending))
	}
	if expiry := c.db.CertificateExpiry(); !expiry.IsZero() {
		out <- prometheus.MustNewConstMetric(c.expiry, prometheus.GaugeValue, float64(expiry.Unix()))
	}
}
