package charts_test

import (
	"slices"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
)

// TestSecretsByName checks that each secret can come from a Secret and a key of its own.
func TestSecretsByName(t *testing.T) {
	t.Parallel()
	all := render(t, "secrets-by-name")
	if len(all.secrets) != 0 {
		t.Errorf("the chart creates %d Secrets", len(all.secrets))
	}
	api := all.deployments["news-newssources-api"].Spec.Template.Spec
	worker := all.deployments["news-newssources-worker"].Spec.Template.Spec
	for _, test := range []struct {
		container           corev1.Container
		variable, name, key string
	}{
		{api.Containers[0], "DATABASE_URL", "newssources-db-app", "uri"},
		{api.Containers[0], "XSRF_SECRET", "news-keys", "xsrf"},
		{api.Containers[0], "CREDENTIALS_KEYS", "news-keys", "credentials"},
		{api.Containers[0], "SMTP_URL", "news-mail", "url"},
		{api.InitContainers[0], "DATABASE_URL", "newssources-db-app", "uri"},
		{api.InitContainers[0], "MIGRATE_DATABASE_URL", "newssources-db-owner", "uri"},
		{worker.Containers[0], "DATABASE_URL", "newssources-db-app", "uri"},
		{worker.Containers[0], "CREDENTIALS_KEYS", "news-keys", "credentials"},
	} {
		source := env(test.container, test.variable).ValueFrom
		if source == nil || source.SecretKeyRef.Name != test.name || source.SecretKeyRef.Key != test.key ||
			source.SecretKeyRef.Optional != nil {
			t.Errorf("%s: %s comes from %+v", test.container.Name, test.variable, source)
		}
	}
	if slices.ContainsFunc(worker.Containers[0].Env, named("SMTP_URL")) ||
		slices.ContainsFunc(api.Containers[0].Env, named("FETCH_PROXY")) {
		t.Error("a container has a secret that it does not use or that does not exist")
	}
	for component, want := range map[string]string{
		"api": "news-keys,news-mail,newssources-db-app,newssources-db-owner", "worker": "news-keys,newssources-db-app",
		"web": "",
	} {
		if got := all.deployments["news-newssources-"+
			component].Annotations["secret.reloader.stakater.com/reload"]; got != want {
			t.Errorf("the %s is restarted when %q change, want %q", component, got, want)
		}
	}
}

// TestKeysOfExistingSecret checks that single values can have other keys and other Secrets than
// existingSecret.
func TestKeysOfExistingSecret(t *testing.T) {
	t.Parallel()
	api := render(t, "everything").deployments["news-register-api"].Spec.Template.Spec
	for variable, want := range map[string]string{"SMTP_URL": "news-secrets/mail",
		"DATABASE_URL": "news-secrets/DATABASE_URL"} {
		if ref := env(api.Containers[0], variable).ValueFrom.SecretKeyRef; ref.Name+"/"+ref.Key != want {
			t.Errorf("%s comes from %s/%s, want %s", variable, ref.Name, ref.Key, want)
		}
	}
	if ref := env(api.InitContainers[0], "MIGRATE_DATABASE_URL").ValueFrom.SecretKeyRef; ref.Name != "news-owner" ||
		ref.Key != "uri" {
		t.Errorf("MIGRATE_DATABASE_URL comes from %+v", ref)
	}
}

// TestGeneratedSecretsAreStable checks that renderings without a cluster are equal if secrets are
// derived from a seed or databaseUrl.
func TestGeneratedSecretsAreStable(t *testing.T) {
	t.Parallel()
	seed := "secrets.seed=" + strings.Repeat("s", 32)
	for _, test := range []struct{ values, set string }{{"evaluation", seed}, {"database-url", "secrets.xsrfSecret="},
		{"database-url", "secrets.xsrfSecret=," + seed}} {
		first, err := runTemplate(t, test.values, []string{"--set", test.set})
		if err != nil {
			t.Fatal(err)
		}
		second, err := runTemplate(t, test.values, []string{"--set", test.set})
		if err != nil || first != second {
			t.Errorf("%s with %s: two renderings differ (%v)", test.values, test.set, err)
		}
	}
	distinct := map[string]string{}
	for _, arguments := range [][]string{{"--set", seed}, {"--set", seed + "x"}, {"--set", seed, "--namespace", "other"}} {
		for name, secret := range render(t, "evaluation", arguments...).secrets {
			for key, value := range secret.Data {
				if len(value) < 32 {
					t.Errorf("%s has %d characters", key, len(value))
				}
				if other, taken := distinct[string(value)]; taken {
					t.Errorf("%s/%s with %v equals %s", name, key, arguments, other)
				}
				distinct[string(value)] = key
			}
		}
	}
}
