package observe

import (
	"context"
	"time"
)

// Partitions is the state of the monthly partitions of attempts and items. Every replica reports
// the same.
type Partitions struct {
	Until       time.Time // the first time without a partition
	Expired     int       // partitions that should have been dropped
	DefaultRows int       // rows in the default partitions; bounded by the reader
}

// AddPartitions registers the metrics of the partitions.
func (m *Metrics) AddPartitions(read func(context.Context) (Partitions, error)) {
	m.registry.MustRegister(newGaugeCollector(read,
		gauge[Partitions]{"check", "partitions_until_timestamp_seconds", "Time from which attempts or items have no " +
			"monthly partition; partitions are made 6 months ahead", "",
			func(p Partitions) map[string]float64 { return unlabeled(float64(p.Until.Unix())) }},
		gauge[Partitions]{"check", "expired_partitions", "Monthly partitions of attempts and items that should have been " +
			"dropped, because their retention has ended", "",
			func(p Partitions) map[string]float64 { return unlabeled(float64(p.Expired)) }},
		gauge[Partitions]{"check", "default_partition_rows", "Attempts and items that have no monthly partition and are " +
			"stored in the default partition, at most 10,000", "",
			func(p Partitions) map[string]float64 { return unlabeled(float64(p.DefaultRows)) }}))
}
