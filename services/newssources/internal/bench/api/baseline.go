package api

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strings"

	"github.com/gin-gonic/gin"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
)

// baselinePage reads a page by keyset, with the columns that the API returns.
const baselinePage = `WITH page AS MATERIALIZED (
		SELECT * FROM sources WHERE lifecycle <> 'archived' AND (name_key, id) > ($1, $2) ORDER BY name_key, id LIMIT 100)
	SELECT s.id, s.name, s.homepage_url, s.canonical_domain, s.path_prefix, s.lifecycle, s.media_type, s.languages, s.tier,
		s.paywall, s.rights, s.version, s.created_at, s.updated_at, s.endpoint_count, s.endpoint_kinds,
		coalesce(tagged.names, '{}'),
		h.last_new_item_at, next.at
	FROM page s LEFT JOIN source_health h ON h.source_id = s.id LEFT JOIN (
		SELECT e.source_id, min(t.next_check_at) AS at FROM endpoints e
		JOIN endpoint_states t ON t.endpoint_id = e.id AND t.enabled
		WHERE e.source_id IN (SELECT id FROM page) GROUP BY e.source_id
	) next ON next.source_id = s.id LEFT JOIN (
		SELECT st.source_id, array_agg(t.name) AS names FROM source_tags st JOIN tags t ON t.id = st.tag_id
		WHERE st.source_id IN (SELECT id FROM page) GROUP BY st.source_id
	) tagged ON tagged.source_id = s.id ORDER BY s.name_key, s.id`

// baselineSource reads a source; baselineEndpoints reads its endpoints.
const (
	baselineSource = `SELECT s.id, s.name, s.homepage_url, s.canonical_domain, s.path_prefix, s.lifecycle, s.media_type,
		s.languages, s.tier,
	s.paywall, s.rights, s.version, s.created_at, s.updated_at,
	ARRAY(SELECT t.name FROM source_tags st JOIN tags t ON t.id = st.tag_id WHERE st.source_id = s.id) AS tags
	FROM sources s WHERE s.id = $1`
	baselineEndpoints = `SELECT id, source_id, kind, url, url_entered, intent, version, created_at, updated_at
		FROM endpoints WHERE source_id = $1 ORDER BY id`
)

// BaselineCommand is the command that calls ServeBaseline.
const BaselineCommand = "api-baseline"

// ServeBaseline serves the baseline program for a database: gin and pgx without sign-in,
// validation, totals and log. It prints its address.
func ServeBaseline(ctx context.Context, args []string) error {
	if len(args) != 1 {
		return errors.New("usage: " + BaselineCommand + " DATABASE")
	}
	config, err := pgxpool.ParseConfig(args[0])
	if err != nil {
		return err
	}
	config.MaxConns = 10 // as the default of the service
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return err
	}
	gin.SetMode(gin.ReleaseMode)
	engine := gin.New()
	engine.GET("/page", func(c *gin.Context) {
		rows, err := pool.Query(c, baselinePage, c.Query("key"), c.DefaultQuery("id", uuid.Nil.String()))
		if err != nil {
			_ = c.AbortWithError(http.StatusInternalServerError, err)
			return
		}
		items, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (r api.SourceRow, err error) {
			err = row.Scan(&r.Id, &r.Name, &r.HomepageUrl, &r.CanonicalDomain, &r.PathPrefix, &r.Lifecycle, &r.MediaType,
				&r.Languages, &r.Tier,
				&r.Paywall, &r.Rights, &r.Version, &r.CreatedAt, &r.UpdatedAt, &r.EndpointCount, &r.EndpointKinds, &r.Tags,
				&r.LastNewItemAt, &r.NextCheckAt)
			return r, err
		})
		respond(c, map[string]any{"items": items}, err)
	})
	engine.GET("/source/:id", func(c *gin.Context) {
		batch := &pgx.Batch{}
		var s api.Source
		batch.Queue(baselineSource, c.Param("id")).QueryRow(func(row pgx.Row) error {
			return row.Scan(&s.Id, &s.Name, &s.HomepageUrl, &s.CanonicalDomain, &s.PathPrefix, &s.Lifecycle, &s.MediaType,
				&s.Languages, &s.Tier,
				&s.Paywall, &s.Rights, &s.Version, &s.CreatedAt, &s.UpdatedAt, &s.Tags)
		})
		batch.Queue(baselineEndpoints, c.Param("id")).Query(func(rows pgx.Rows) (err error) {
			s.Endpoints, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (e api.Endpoint, err error) {
				err = row.Scan(&e.Id, &e.SourceId, &e.Kind, &e.Url, &e.UrlEntered, &e.Intent, &e.Version, &e.CreatedAt,
					&e.UpdatedAt)
				return e, err
			})
			return err
		})
		err := pool.SendBatch(c, batch).Close()
		respond(c, s, err)
	})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Println(listener.Addr())
	return http.Serve(listener, engine)
}

func respond(c *gin.Context, body any, err error) {
	if err != nil {
		c.String(http.StatusInternalServerError, "%s", err)
		return
	}
	c.JSON(http.StatusOK, body)
}

// baselineProcess is the running baseline program.
type baselineProcess struct {
	cmd *exec.Cmd
	url string
}

func startBaseline(database string) (*baselineProcess, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	p := &baselineProcess{cmd: exec.Command(self, BaselineCommand, database)}
	p.cmd.Stderr = os.Stderr
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	address, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		p.stop()
		return nil, errors.New("the baseline program ended before it listened")
	}
	p.url = "http://" + strings.TrimSpace(address)
	return p, nil
}

func (p *baselineProcess) stop() {
	_ = p.cmd.Process.Kill()
	_ = p.cmd.Wait()
}
