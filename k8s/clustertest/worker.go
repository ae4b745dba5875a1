package main

import (
	"context"
	"fmt"
	"strings"
	"time"
)

// checkWorker creates a source with an endpoint and checks that a worker checks it once and records
// that the host does not exist. A release of a version without workers is skipped.
func checkWorker(ctx context.Context, t *test) error {
	found, err := kubectl(ctx, "get", "deployments", "--selector=app.kubernetes.io/component=worker", "--output=name")
	if err != nil || strings.TrimSpace(found) == "" {
		return err
	}
	name := fmt.Sprintf("elejemplo-%d.example", len(t.sources))
	body := fmt.Sprintf(`{"name":%q,"homepage_url":"https://%s/","endpoints":[{"kind":"rss","url":"https://%s/feed"}]}`,
		name, name, name)
	if err := t.addSource(ctx, body); err != nil {
		return err
	}
	query := "SELECT coalesce(string_agg(a.outcome, ' '), '') FROM attempts a JOIN endpoints e ON e.id = a.endpoint_id " +
		"WHERE e.url LIKE '%//" + name + "/%'"
	return eventually(ctx, time.Minute, func(ctx context.Context) error {
		outcomes, err := kubectl(ctx, "exec", "statefulset/"+release+"-newssources-postgresql", "--",
			"psql", "--username=newssources", "--dbname=newssources", "--tuples-only", "--no-align", "--command="+query)
		if err != nil || strings.TrimSpace(outcomes) != "dns" {
			return fmt.Errorf("the checks of %s have the outcomes %q, want one: dns (%v)", name, strings.TrimSpace(outcomes),
				err)
		}
		return nil
	})
}
