import type { ClickHouseSettings } from '@clickhouse/client'
import type { Target } from '../target.ts'

/**
 * Sent with every statement: nothing depends on the defaults of a server or of its profiles. `clickhouse-local` and a server
 * differ in some of them.
 */
export function settingsFor({ layout }: Target): ClickHouseSettings {
  return {
    ...SETTINGS,
    ...(layout.replicated ? { insert_quorum: 'auto', insert_quorum_parallel: 1 } : {}),
    ...(layout.sharded
      ? { distributed_foreground_insert: 1, distributed_product_mode: 'global', skip_unavailable_shards: 0 }
      : {}),
  }
}

const SETTINGS: ClickHouseSettings = {
  // They help to order joins. Every statement would read those of all parts that were written in the last minutes.
  allow_statistics_optimize: 0,
  async_insert: 0,
  aggregate_functions_null_for_empty: 0,
  cast_keep_nullable: 0,
  data_type_default_nullable: 0,
  // Replies that are complete before they are sent (`wait_end_of_query`) go to a file on disk unless they fit.
  http_response_buffer_size: '4194304',
  // Otherwise the error of a statement that fails midway is one more row, and the result ends like a complete one.
  http_write_exception_in_output_format: 0,
  input_format_defaults_for_omitted_fields: 1,
  input_format_null_as_default: 0,
  input_format_skip_unknown_fields: 0,
  join_use_nulls: 1,
  max_ast_elements: '1000000',
  max_expanded_ast_elements: '2000000',
  max_parser_backtracks: '10000000',
  max_parser_depth: '10000',
  max_query_size: '67108864',
  output_format_binary_encode_types_in_binary_format: 0,
  output_format_json_escape_forward_slashes: 0,
  output_format_json_quote_64bit_integers: 0,
  output_format_json_quote_denormals: 1,
  // Otherwise an alias with the name of a column replaces it in `where`.
  prefer_column_name_to_alias: 1,
  session_timezone: 'UTC',
  timeout_overflow_mode: 'throw',
  transform_null_in: 0,
  use_query_cache: 0,
  // Errors in the middle of a result fail the request instead of becoming part of the result.
  wait_end_of_query: 1,
}
