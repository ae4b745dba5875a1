package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"runtime/debug"
	"strings"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/checking/check"
	"github.com/newsources/newsources/services/newssources/internal/platform/observe"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
	"github.com/newsources/newsources/services/newssources/internal/rules/schedule"
)

// workerGCPercent is the heap growth in percent at which the garbage collector runs. Most of the
// memory of a worker is short-lived, so a lower value than the default of 100 saves memory and
// costs little CPU time.
const workerGCPercent = 50

// WorkConfig holds the settings of work. LogValue omits the secrets.
type WorkConfig struct {
	Config // the shared settings: database, keys, log, requests to sites, checks
}

// readWorkConfig reads the settings from the environment. It returns the errors of all settings,
// joined.
func readWorkConfig(getenv func(string) string) (WorkConfig, error) {
	env := envReader{getenv: getenv}
	c := WorkConfig{
		Config: Config{
			DatabaseURL: env.required("DATABASE_URL", "postgres://user:password@host:5432/database"),
			MetricsAddr: env.stringOr("METRICS_ADDR", ":9090"),
			Production:  env.boolOr("PRODUCTION", true),
			DBMaxConns:  int(env.int64Or("DB_MAX_CONNS", 10, 2, 1000)),
			LogLevel:    env.logLevel("LOG_LEVEL"),
			Check:       env.checkRules(),
		},
	}
	c.Check.Concurrency = int(env.int64Or("CHECK_CONCURRENCY", check.DefaultConcurrency, 1, 2000))
	c.Check.DrainTime = env.durationOr("SHUTDOWN_TIMEOUT", 20*time.Second, time.Second)
	c.Check.Canaries, c.Check.Name = env.canaries("CHECK_CANARIES"), hostname()
	if c.DatabaseURL != "" {
		env.errs = append(env.errs, postgres.CheckURL(c.DatabaseURL))
	}
	env.readFetch(&c.Config)
	c.Keys = env.credentialsKeys()
	c.Check.Keys = c.Keys
	return c, errors.Join(env.errs...)
}

// checkRules reads the settings of checks that also apply to those that other programs report to
// the API.
func (env *envReader) checkRules() check.Config {
	c := check.Config{
		HostInterval: env.durationOr("CHECK_HOST_INTERVAL", fetch.DefaultHostInterval, 0),
		Limits: schedule.Limits{
			Min: env.durationOr("CHECK_MIN_INTERVAL", schedule.DefaultMin, time.Second),
			Max: env.durationOr("CHECK_MAX_INTERVAL", schedule.DefaultMax, time.Second),
		},
	}
	if c.Limits.Min > c.Limits.Max {
		env.addError("CHECK_MIN_INTERVAL (%s) is longer than CHECK_MAX_INTERVAL (%s)", c.Limits.Min, c.Limits.Max)
	}
	return c
}

// LogValue returns the settings without the secrets.
func (c WorkConfig) LogValue() slog.Value {
	return slog.GroupValue(
		slog.String("metrics", c.MetricsAddr), slog.Bool("production", c.Production),
		slog.String("database", maskedURL(c.DatabaseURL)),
		slog.Int("db_max_conns", c.DBMaxConns), slog.Any("credentials_keys", c.Keys),
		slog.Int("concurrency", c.Check.Concurrency),
		slog.String("host_interval", c.Check.HostInterval.String()), slog.String("min_interval", c.Check.Limits.Min.String()),
		slog.String("max_interval", c.Check.Limits.Max.String()), slog.String("fetch_user_agent", c.FetchUserAgent),
		slog.Any("canaries", c.Check.Canaries), slog.Any("fetch_extra_ports", c.FetchPorts),
		slog.Bool("fetch_proxy", c.FetchProxy != nil),
	)
}

// work checks the endpoints until ctx ends. Then it claims no more endpoints, lets the running
// checks finish and records their results.
func work(ctx context.Context, args []string, out io.Writer) error {
	if len(args) > 0 {
		return errors.New("usage: newssources work")
	}
	config, err := readWorkConfig(os.Getenv)
	if err != nil {
		return fmt.Errorf("the configuration has errors:\n%w", err)
	}
	p, err := startProgram(ctx, "worker", config.Config, config, out)
	if err != nil {
		return err
	}
	defer p.close()
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(workerGCPercent)
	}
	db, log := p.db, p.log
	metrics := observe.NewCheckMetrics(version, db.Pool, func(ctx context.Context) (int, int, time.Duration, error) {
		b, err := check.ReadBacklog(ctx, db)
		return b.Due, b.Overdue, b.Oldest, err
	})
	metrics.AddDatabase(db)
	metrics.AddPartitions(func(ctx context.Context) (observe.Partitions, error) { return check.ReadPartitions(ctx, db) })
	settings := config.siteConfig(db)
	settings.Observe = observeFetches(metrics.Metrics)
	client, err := fetch.New(settings)
	if err != nil {
		return err
	}
	defer client.Close()
	ready := p.newReadiness()
	probes, failed := observe.NewServer(config.MetricsAddr, metrics.Metrics, ready, log), make(chan error, 1)
	probesAt, err := listen(probes, failed)
	if err != nil {
		return err
	}
	defer probes.Close()
	logListening(log, "probes", probesAt)

	ctx, stop := context.WithCancel(ctx)
	defer stop()
	var probesErr error
	go func() {
		probesErr = <-failed
		stop()
	}()
	context.AfterFunc(ctx, func() {
		ready.Stop()
		log.Info("stopping", "drain", config.Check.DrainTime.String())
	})
	isReady := func(context.Context) error { return nil }
	if p.startWhenMigrated(ctx, "the checker is waiting for the database", isReady) {
		log.Info("checking endpoints")
		check.NewWorker(db, client, config.Check, metrics, log).Run(ctx)
	}
	log.Info("stopped")
	return probesErr
}

// defaultCanaries are available everywhere and run by different organisations. They are only
// requested when a site fails and no other site answers at that time.
const defaultCanaries = "https://www.wikipedia.org/,https://example.com/"

// canaries reads a list of addresses; "none" is an empty one.
func (env *envReader) canaries(name string) (list []string) {
	if text := env.stringOr(name, defaultCanaries); text != "none" {
		for i, address := range strings.Split(text, ",") {
			u, err := weburl.Parse(strings.TrimSpace(address))
			if err != nil || !strings.HasPrefix(strings.TrimSpace(address), "http") || strings.Contains(address, "@") {
				// Without the value, which may contain a password.
				env.addError("%s: address %d is not one such as https://example.org/; use sites that are always available, "+
					"separated by commas, or none", name, i+1)
				continue
			}
			list = append(list, u.String())
		}
	}
	return list
}

// hostname returns the name of this machine or pod.
func hostname() string {
	name, err := os.Hostname()
	if err != nil {
		return "unknown"
	}
	return name
}
