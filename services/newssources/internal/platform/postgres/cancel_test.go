package postgres_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"strconv"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/testdb"
)

// cancelRequestCode is the code of a cancel request in the protocol of PostgreSQL.
const cancelRequestCode = 80877102

// withoutFirstCancel starts a proxy of the database that drops the first cancel request, as the
// server does with one that arrives before the query has started. It returns the URL of the proxy.
func withoutFirstCancel(t *testing.T, url string) string {
	t.Helper()
	config, err := pgx.ParseConfig(url)
	if err != nil {
		t.Fatal(err)
	}
	dropped := make(chan struct{}, 1) // has an element after the first request
	listener := listen(t, func(client net.Conn) {
		defer client.Close()
		start := make([]byte, 8) // the length and the code of the first message
		if _, err := io.ReadFull(client, start); err != nil {
			return
		}
		if binary.BigEndian.Uint32(start[4:]) == cancelRequestCode {
			select {
			case dropped <- struct{}{}:
				return
			default:
			}
		}
		server, err := net.Dial("tcp", net.JoinHostPort(config.Host, port(config.Port)))
		if err != nil {
			return
		}
		defer server.Close()
		go func() { _, _ = io.Copy(server, io.MultiReader(bytes.NewReader(start), client)); server.Close() }()
		_, _ = io.Copy(client, server)
	})
	host, number, _ := net.SplitHostPort(address(listener))
	return changeURL(t, url, func(c *pgx.ConnConfig) {
		n, _ := strconv.Atoi(number)
		c.Host, c.Port = host, uint16(n)
	})
}

// TestQueryOfCanceledRequestEnds cancels queries of a client that went away, and waits until the
// server has ended them, although the first cancel request of each is lost.
func TestQueryOfCanceledRequestEnds(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"pool", "transaction"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			url := testdb.URL(t)
			db := open(t, withoutFirstCancel(t, url))
			watcher, err := pgx.Connect(t.Context(), url)
			if err != nil {
				t.Fatal(err)
			}
			defer watcher.Close(context.Background())
			sleeps := func() (n int) {
				if err := watcher.QueryRow(t.Context(), "SELECT count(*) FROM pg_stat_activity WHERE datname = "+
					"current_database() AND wait_event = 'PgSleep'").Scan(&n); err != nil {
					t.Fatal(err)
				}
				return n
			}
			ctx, cancel := context.WithCancel(t.Context())
			ended := make(chan error, 1)
			const query = "SET statement_timeout = 0; SELECT pg_sleep(3600)" // it does not end by itself
			go func() {
				var err error
				if name == "transaction" {
					err = db.Tx(ctx, func(tx postgres.Tx) error {
						_, err := tx.Exec(ctx, query)
						return err
					})
				} else {
					_, err = db.Pool.Exec(ctx, query)
				}
				ended <- err
			}()
			eventually(t, "the query runs", func() bool { return sleeps() == 1 })
			cancel()
			if err := <-ended; !errors.Is(err, context.Canceled) {
				t.Error(err)
			}
			eventually(t, "the server has ended the query", func() bool { return sleeps() == 0 })
			eventually(t, "the pool has its connection back", func() bool { return db.Pool.Stat().AcquiredConns() == 0 })
		})
	}
}
