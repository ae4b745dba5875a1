package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"
)

const database = "statefulset/" + release + "-newssources-postgresql"

// execute runs SQL statements in one session. Each argument is one transaction, unless it contains
// BEGIN and COMMIT.
func execute(ctx context.Context, statements ...string) error {
	arguments := []string{"exec", database, "--", "psql", "--username=newssources", "--dbname=newssources", "--quiet",
		"--set=ON_ERROR_STOP=1"}
	for _, statement := range statements {
		arguments = append(arguments, "--command="+statement)
	}
	_, err := kubectl(ctx, arguments...)
	return err
}

// sendReads sends requests for the list at a constant rate until ctx ends.
func (t *test) sendReads(ctx context.Context, interval time.Duration) {
	var group sync.WaitGroup
	defer group.Wait()
	tick := time.NewTicker(interval)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			group.Go(func() { _, _ = t.web.get(ctx, "/newssources?limit=20", accept("application/json"), t.web.bearer()) })
		}
	}
}

// lockSources locks the table of the sources while requests read it, so that they use all
// connections, are slow and fail.
func lockSources(ctx context.Context, t *test) error {
	requests, stop := context.WithCancel(ctx)
	defer stop()
	go t.sendReads(requests, 25*time.Millisecond)
	return execute(ctx, "BEGIN; LOCK TABLE sources; SELECT pg_sleep(120); COMMIT")
}

// addStuckJob adds a job to a queue that no replica processes.
func addStuckJob(ctx context.Context, _ *test) error {
	return execute(ctx, "INSERT INTO river_job (kind, queue, args, max_attempts, state, scheduled_at) VALUES "+
		"('cluster_test', 'cluster_test', '{}', 1, 'available', now())")
}

func removeStuckJob(ctx context.Context, _ *test) error {
	return execute(ctx, "DELETE FROM river_job WHERE queue = 'cluster_test'")
}

// addFailedRow adds a row that background work could not handle.
func addFailedRow(ctx context.Context, _ *test) error {
	return execute(ctx, "INSERT INTO failed_rows (batch, row_id, failures, error, failed_at, retry_at) VALUES "+
		"('cluster_test', gen_random_uuid(), 1, 'test', now(), now())")
}

func removeFailedRow(ctx context.Context, _ *test) error {
	return execute(ctx, "DELETE FROM failed_rows WHERE batch = 'cluster_test'")
}

// write sends a POST request of the signed-in user and returns the id of the created object, if it
// has one.
func (t *test) write(ctx context.Context, path, body string) (id string, err error) {
	answer, err := t.web.send(ctx, http.MethodPost, path, body, t.web.signedWrite()...)
	if err != nil || answer.status >= 300 {
		return "", fmt.Errorf("%s: status %d: %s (%w)", path, answer.status, answer.body, err)
	}
	var object struct {
		ID      string
		Webhook struct{ ID string } // the response to a new webhook contains the webhook and its secret
	}
	_ = json.Unmarshal([]byte(answer.body), &object) // not every response has an id
	return cmp.Or(object.ID, object.Webhook.ID), nil
}

// failDeliveries sends test messages to a webhook whose host does not exist.
func failDeliveries(ctx context.Context, t *test) error {
	if err := execute(ctx, "UPDATE members SET role = 'admin'"); err != nil {
		return err
	}
	if err := wait(ctx, 15*time.Second); err != nil { // until the replicas have reloaded the role
		return err
	}
	webhook, err := t.write(ctx, "/newssources/webhooks", `{"name":"Nowhere","url":"https://nowhere.example/hook"}`)
	if err != nil {
		return err
	}
	rule, err := t.write(ctx, "/newssources/alerts", fmt.Sprintf(
		`{"name":"Test","enabled":true,"condition":{"scope":"source","states":["failing"]},"for_minutes":0,"repeat_minutes":0,"notify_recovery":false,"digest":"none","webhook_ids":[%q]}`, webhook))
	if err != nil {
		return err
	}
	for range 6 {
		if _, err := t.write(ctx, "/newssources/alerts/"+rule+"/test", ""); err != nil {
			return err
		}
	}
	return nil
}

// setWorker upgrades the release with other values of the worker; without values, it restores them.
func (t *test) setWorker(ctx context.Context, values ...string) error {
	arguments := append([]string{"upgrade", release, chart, "--wait", "--timeout", helmLimit},
		t.settings(chart, t.version)...)
	_, err := helm(ctx, append(arguments, values...)...)
	return err
}

// createTracked creates tracked sources.
func (t *test) createTracked(ctx context.Context, count int) error {
	for range count {
		if err := t.tracked.create(false)(ctx, t.web); err != nil {
			return err
		}
	}
	return nil
}

// delayChecks leaves one worker that makes one check at a time, and adds more endpoints than it can
// check in time.
func delayChecks(ctx context.Context, t *test) error {
	if err := t.setWorker(ctx, "--set", "worker.concurrency=1", "--set", "worker.replicas=1"); err != nil {
		return err
	}
	return t.createTracked(ctx, 150)
}

func endDelay(ctx context.Context, t *test) error {
	if err := t.setWorker(ctx); err != nil {
		return err
	}
	return eventually(ctx, alertLimit, func(ctx context.Context) error {
		left, err := query(ctx, "SELECT count(*) FROM endpoints e WHERE e.url LIKE 'http://mark-%' AND NOT EXISTS (SELECT "+
			"FROM attempts a WHERE a.endpoint_id = e.id)")
		if err == nil && left != "0" {
			err = fmt.Errorf("%s endpoints are not checked", left)
		}
		return err
	})
}

// cut makes the proxy drop the connections of the workers with these addresses, and requests checks
// of all sources until ctx ends.
func (t *test) cut(ctx context.Context, addresses ...string) error {
	for _, address := range addresses {
		if _, err := t.web.withBase(t.sitesControl).send(ctx, http.MethodPost, "/offline?client="+address, ""); err != nil {
			return err
		}
	}
	for {
		if _, err := t.write(ctx, "/newssources/checks", `{"all":{}}`); err != nil {
			return err
		}
		if err := wait(ctx, 10*time.Second); err != nil {
			return nil //nolint:nilerr // ctx ends when the alerts fire
		}
	}
}

func cutWorker(ctx context.Context, t *test) error {
	addresses, err := addressesOf(ctx, "worker")
	if err != nil {
		return err
	}
	return t.cut(ctx, addresses[0])
}

func cutAllWorkers(ctx context.Context, t *test) error {
	addresses, err := addressesOf(ctx, "worker")
	if err != nil {
		return err
	}
	return t.cut(ctx, addresses...)
}

func reconnect(ctx context.Context, t *test) error {
	if _, err := t.web.withBase(t.sitesControl).send(ctx, http.MethodPost, "/online", ""); err != nil {
		return err
	}
	return eventually(ctx, alertLimit, func(ctx context.Context) error {
		firing, err := t.firing(ctx)
		if err == nil && (firing["NewsSourcesIncidentOpen"] || firing["NewsSourcesWorkerIncidentOpen"]) {
			err = fmt.Errorf("an incident is open")
		}
		return err
	})
}

func addressesOf(ctx context.Context, component string) ([]string, error) {
	addresses, err := kubectl(ctx, "get", "pods", "--selector=app.kubernetes.io/component="+component,
		"--output=jsonpath={.items[*].status.podIP}")
	return strings.Fields(addresses), err
}

// stopWorkers stops the workers and adds sources, which are not checked.
func stopWorkers(ctx context.Context, t *test) error {
	if err := scale(ctx, "worker", 0); err != nil {
		return err
	}
	return t.createTracked(ctx, 20)
}

func startWorkers(ctx context.Context, _ *test) error { return scale(ctx, "worker", 2) }

// lockStates locks the states of the endpoints, so that the job that computes the figures waits.
func lockStates(ctx context.Context, _ *test) error {
	return execute(ctx, "BEGIN; LOCK TABLE endpoint_states; SELECT pg_sleep(230); COMMIT")
}

// lockJobs locks the table of the jobs, so that the query for the metrics of the queues times out.
func lockJobs(ctx context.Context, _ *test) error {
	return execute(ctx, "BEGIN; LOCK TABLE river_job; SELECT pg_sleep(60); COMMIT")
}

// removeMigrationRecord removes the record of the last migration, adds a trigger that refuses a new
// record, and starts a new API pod, whose init container then fails.
func removeMigrationRecord(ctx context.Context, _ *test) error {
	if err := execute(ctx, "CREATE TABLE cluster_test AS SELECT * FROM goose_db_version WHERE version_id = (SELECT "+
		"max(version_id) FROM goose_db_version)",
		"DELETE FROM goose_db_version WHERE version_id IN (SELECT version_id FROM cluster_test)",
		"CREATE FUNCTION cluster_test_refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'refused by "+
			"the cluster test'; END $$",
		"CREATE TRIGGER cluster_test BEFORE INSERT ON goose_db_version FOR EACH ROW EXECUTE FUNCTION cluster_test_refuse()"); err != nil {
		return err
	}
	_, err := kubectl(ctx, "rollout", "restart", "deployment/"+release+"-newssources-api")
	return err
}

func restoreMigrationRecord(ctx context.Context, _ *test) error {
	if err := execute(ctx, "DROP FUNCTION cluster_test_refuse CASCADE",
		"DELETE FROM goose_db_version WHERE version_id IN (SELECT version_id FROM cluster_test)",
		"INSERT INTO goose_db_version (version_id, is_applied, tstamp) SELECT version_id, is_applied, tstamp FROM "+
			"cluster_test", "DROP TABLE cluster_test"); err != nil {
		return err
	}
	if _, err := kubectl(ctx, "rollout", "restart", "deployment/"+release+"-newssources-api"); err != nil {
		return err
	}
	_, err := kubectl(ctx, "rollout", "status", "deployment/"+release+"-newssources-api", "--timeout=3m")
	return err
}

// limitPods sets a quota of one pod, scales the app to three replicas and deletes the running ones.
// The quota forbids new pods, so that pods are missing.
func limitPods(ctx context.Context, _ *test) error {
	if _, err := kubectl(ctx, "create", "quota", "cluster-test", "--hard=pods=1"); err != nil {
		return err
	}
	if _, err := kubectl(ctx, "scale", "deployment/"+release+"-newssources-web", "--replicas=3"); err != nil {
		return err
	}
	_, err := kubectl(ctx, "delete", "pods", "--wait=false",
		"--selector=app.kubernetes.io/instance="+release+",app.kubernetes.io/component=web")
	return err
}

// crashWorker starts a worker with an invalid setting.
func crashWorker(ctx context.Context, _ *test) error {
	_, err := kubectl(ctx, "set", "env", "deployment/"+release+"-newssources-worker", "CHECK_CONCURRENCY=invalid")
	return err
}

func undoCrash(ctx context.Context, _ *test) error {
	_, err := kubectl(ctx, "rollout", "undo", "deployment/"+release+"-newssources-worker")
	return err
}

// spoilPartitions drops the partitions of later months and makes one whose retention has ended. The
// workers repair both within an hour.
func spoilPartitions(ctx context.Context, _ *test) error {
	return execute(ctx, `DO $$ BEGIN
		EXECUTE (SELECT string_agg(format('DROP TABLE %I', c.relname), ';') FROM pg_inherits i
		JOIN pg_class c ON c.oid = i.inhrelid
			WHERE i.inhparent = 'attempts'::regclass AND c.relname ~ '_\d{4}_\d\d$'
				AND to_timestamp(right(c.relname, 7), 'YYYY_MM') > now());
		CREATE TABLE items_2020_01 PARTITION OF items FOR VALUES FROM ('2020-01-01') TO ('2020-02-01');
	END $$`)
}

func repairPartitions(ctx context.Context, _ *test) error {
	return execute(ctx, "SELECT make_check_partitions(), drop_check_partitions(90, 30)")
}

func allowPods(ctx context.Context, _ *test) error {
	if _, err := kubectl(ctx, "delete", "quota", "cluster-test"); err != nil {
		return err
	}
	return scale(ctx, "web", 2)
}

func stopDatabase(ctx context.Context, _ *test) error {
	_, err := kubectl(ctx, "scale", database, "--replicas=0")
	return err
}

func startDatabase(ctx context.Context, t *test) error {
	if _, err := kubectl(ctx, "scale", database, "--replicas=1"); err != nil {
		return err
	}
	return eventually(ctx, alertLimit, t.checkSources)
}

func stopAPI(ctx context.Context, _ *test) error { return scale(ctx, "api", 0) }

func startAPI(ctx context.Context, _ *test) error { return scale(ctx, "api", 2) }
