-- The partitions for rows without one, indexes and triggers of each table. The comment of a trigger is above it.
SELECT 'tables/' || p.relname || '.sql', E'\n' || o.text
FROM pg_class p
CROSS JOIN LATERAL (
	SELECT 1 AS position, c.relname AS name,
		format('CREATE TABLE %I PARTITION OF %I DEFAULT;', c.relname, p.relname) AS text
	FROM pg_inherits i
	JOIN pg_class c ON c.oid = i.inhrelid
	WHERE i.inhparent = p.oid AND pg_get_expr(c.relpartbound, c.oid) = 'DEFAULT'
	UNION ALL
	SELECT 2, c.relname, pg_get_indexdef(i.indexrelid) || ';'
	FROM pg_index i
	JOIN pg_class c ON c.oid = i.indexrelid
	WHERE i.indrelid = p.oid
		AND NOT EXISTS (
			SELECT
			FROM pg_constraint k
			WHERE k.conindid = i.indexrelid AND k.conrelid = p.oid AND k.contype IN ('p', 'u', 'x')
		)
	UNION ALL
	SELECT 3, t.tgname, concat('-- ' || obj_description(t.oid, 'pg_trigger') || E'\n', pg_get_triggerdef(t.oid, true), ';')
	FROM pg_trigger t
	WHERE t.tgrelid = p.oid AND NOT t.tgisinternal
) o
WHERE p.relnamespace = 'public'::regnamespace
	AND p.relkind IN ('r', 'p')
	AND NOT p.relispartition
	AND p.relname <> 'goose_db_version'
ORDER BY p.relname, o.position, o.name
