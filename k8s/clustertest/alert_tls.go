package main

import (
	"context"
	"encoding/base64"
	"encoding/json"
)

// installWithTLS gives the database a certificate that is valid for 3 days, and installs a second
// release that connects with TLS.
func installWithTLS(ctx context.Context, t *test) error {
	const folder = "/var/lib/postgresql/data/tls"
	if _, err := kubectl(ctx, "exec", database, "--", "sh", "-c", "mkdir -p "+folder+" && cd "+folder+
		" && openssl req -x509 -newkey rsa:2048 -nodes -days 3 -subj /CN=database -keyout key.pem -out cert.pem && chmod "+
		"600 key.pem"); err != nil {
		return err
	}
	if err := execute(ctx, "ALTER SYSTEM SET ssl_cert_file = '"+folder+"/cert.pem'",
		"ALTER SYSTEM SET ssl_key_file = '"+folder+"/key.pem'",
		"ALTER SYSTEM SET ssl = on", "SELECT pg_reload_conf()"); err != nil {
		return err
	}
	text, err := kubectl(ctx, "get", "secret", release+"-newssources-postgresql", "--output=json")
	if err != nil {
		return err
	}
	var secret struct{ Data map[string]string }
	if err := json.Unmarshal([]byte(text), &secret); err != nil {
		return err
	}
	password, err := base64.StdEncoding.DecodeString(secret.Data["POSTGRES_PASSWORD"])
	if err != nil {
		return err
	}
	url := "postgres://newssources:" + string(password) + "@" + release +
		"-newssources-postgresql:5432/newssources?sslmode=require"
	_, err = helm(ctx, append([]string{"upgrade", release + "-tls", chart, "--install", "--wait", "--timeout", helmLimit},
		append(t.settings(chart, t.version),
			"--set", "postgresql.enabled=false", "--set", "secrets.databaseUrl="+url, "--set", "ingress.enabled=false",
			"--set", "worker.replicas=0", "--set", "web.replicas=0", "--set", "api.replicas=1", "--set",
			"nameOverride=newssources")...)...)
	return err
}

func uninstallWithTLS(ctx context.Context, _ *test) error {
	if _, err := helm(ctx, "uninstall", release+"-tls", "--wait", "--timeout", helmLimit); err != nil {
		return err
	}
	return execute(ctx, "ALTER SYSTEM SET ssl = off", "SELECT pg_reload_conf()")
}
